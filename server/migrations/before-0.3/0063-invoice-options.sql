-- How an invoice is paid, as its creator chose: expiry, methods, tolerance, confirmations and so on. Only what was set.
alter table invoices
  add column options jsonb not null default '{}' constraint invoices_options check (jsonb_typeof(options) = 'object'),
  -- A top-up takes any amount. What was paid is its price, which is null until then.
  add column type text not null default 'standard' constraint invoices_type check (type in ('standard', 'top-up'));

-- The options of the invoices that a link creates.
alter table payment_links add column options jsonb not null default '{}'
  constraint payment_links_options check (jsonb_typeof(options) = 'object');

create or replace function begin_invoice(of_merchant integer, begun jsonb, lease_seconds integer)
returns table (is_new boolean, store stores, invoice invoices) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  at constant timestamptz := app_now();
begin
  select * into store from stores s where s.merchant_id = of_merchant and s.status = 'ready';
  if store.id is null then return; end if;
  insert into invoices as i (merchant_id, order_id, input_hash, status, price_amount, currency, description, customer_email,
    customer_name, payment_link_id, created_by, metadata, redirect_url, options, type, created_at, check_due_at, leased_until)
  select of_merchant, b.order_id, b.input_hash, 'creating', b.price_amount, b.currency, b.description, b.customer_email,
    b.customer_name, b.payment_link_id, b.created_by, b.metadata, b.redirect_url, b.options, b.type, at, at + interval '1 minute',
    now() + make_interval(secs => lease_seconds)
  from jsonb_to_record(begun) as b (order_id text, input_hash text, price_amount numeric, currency text, description text,
    customer_email text, customer_name text, payment_link_id integer, created_by text, metadata jsonb, redirect_url text,
    options jsonb, type text)
  on conflict on constraint invoices_order_id_unique do nothing
  returning i.* into invoice;
  is_new := invoice.id is not null;
  if not is_new then
    select * into invoice from invoices i where i.order_id = begun ->> 'order_id';
  end if;
  return next;
end
$$;
