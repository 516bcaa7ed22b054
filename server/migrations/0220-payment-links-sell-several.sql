-- Payment links show a picture, sell several of the same thing in one payment, and ask for tips and notes.
alter table images drop constraint images_purpose,
  add constraint images_purpose check (purpose in ('logo', 'item', 'link'));

alter table payment_links
  -- Its picture in images.
  add column image_hash text constraint payment_links_image check (image_hash ~ '^[0-9a-f]{40}$'),
  -- How many of it a customer may take in one payment.
  add column max_quantity integer not null default 1 constraint payment_links_max_quantity check (max_quantity between 1 and 1000),
  -- Amounts in the link's currency, as texts.
  add column tips jsonb not null default '[]' constraint payment_links_tips check (jsonb_typeof(tips) = 'array'),
  add column ask_note text not null default 'no'
    constraint payment_links_ask_note check (ask_note in ('no', 'optional', 'required'));

alter table invoices
  -- How many of its payment link's thing it is for. It takes as many places of the link.
  add column link_quantity integer not null default 1;

create or replace function begin_invoice(of_merchant integer, begun jsonb, lease_seconds integer)
  returns table(is_new boolean, store stores, invoice invoices) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  at constant timestamptz := app_now();
begin
  select * into store from stores s where s.merchant_id = of_merchant and s.standing = 'current' and s.status = 'ready';
  if store.id is null then return; end if;
  insert into invoices as i (merchant_id, order_id, input_hash, status, price_amount, currency, description, customer_email,
    customer_name, payment_link_id, created_by, metadata, redirect_url, options, type, created_at, check_due_at, leased_until,
    at_store, link_quantity)
  select of_merchant, b.order_id, b.input_hash, 'creating', b.price_amount, b.currency, b.description, b.customer_email,
    b.customer_name, b.payment_link_id, b.created_by, b.metadata, b.redirect_url, b.options, b.type, at, at + interval '1 minute',
    now() + make_interval(secs => lease_seconds), case when store.replaces is not null then store.id end,
    coalesce(b.link_quantity, 1)
  from jsonb_to_record(begun) as b (order_id text, input_hash text, price_amount numeric, currency text, description text,
    customer_email text, customer_name text, payment_link_id integer, created_by text, metadata jsonb, redirect_url text,
    options jsonb, type text, link_quantity integer)
  on conflict on constraint invoices_order_id_unique do nothing
  returning i.* into invoice;
  is_new := invoice.id is not null;
  if not is_new then
    select * into invoice from invoices i where i.order_id = begun ->> 'order_id';
    -- It may be in a store that the merchant has left since, and is looked for there.
    if invoice.status = 'creating' then
      select * into store from stores s where s.merchant_id = of_merchant
        and case when invoice.at_store is null then s.replaces is null else s.id = invoice.at_store end;
    end if;
  end if;
  return next;
end
$$;
