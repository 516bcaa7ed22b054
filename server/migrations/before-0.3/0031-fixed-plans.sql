-- Creating an invoice took four statements that were planned anew each time, which took longer than running them. A
-- connection keeps the plans of a function where its settings ask for it. They also rule out plans that read whole tables,
-- because a plan made on a young database is kept when the tables are large.

-- As before, with one statement for each kind of people. With the kind as a parameter, PostgreSQL planned the union of all
-- four tables with every request, to leave three of them out.
create or replace function find_bearer(token bytea, idle_hours integer, recent_minutes integer)
returns table (session_id integer, password_is_recent boolean, person people) language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  at constant timestamptz := app_now();
  session sessions;
begin
  select * into session from sessions
  where token_hash = token and expires_at > at and last_seen_at > at - make_interval(hours => idle_hours);
  if session.id is null then return; end if;
  if session.person_kind = 'merchant' then
    select p.* into person from people p where p.kind = 'merchant' and p.id = session.person_id and p.is_active;
  elsif session.person_kind = 'merchant-user' then
    select p.* into person from people p where p.kind = 'merchant-user' and p.id = session.person_id and p.is_active;
  elsif session.person_kind = 'partner' then
    select p.* into person from people p where p.kind = 'partner' and p.id = session.person_id and p.is_active;
  elsif session.person_kind = 'admin' then
    select p.* into person from people p where p.kind = 'admin' and p.id = session.person_id and p.is_active;
  end if;
  if person.id is null then return; end if;
  session_id := session.id;
  password_is_recent := session.password_checked_at > at - make_interval(mins => recent_minutes);
  return next;
  if session.last_seen_at < at - interval '1 minute' then
    update sessions set last_seen_at = at where id = session.id;
  end if;
end
$$;

-- Writes an invoice down before the engine is asked for it, and finds the store to ask. Nothing where no store is ready.
-- An order that is known is found again.
create function begin_invoice(of_merchant integer, begun jsonb, lease_seconds integer)
returns table (is_new boolean, store stores, invoice invoices) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  at constant timestamptz := app_now();
begin
  select * into store from stores s where s.merchant_id = of_merchant and s.status = 'ready';
  if store.id is null then return; end if;
  insert into invoices as i (merchant_id, order_id, input_hash, status, price_amount, currency, description, customer_email,
    customer_name, payment_link_id, created_by, metadata, redirect_url, created_at, check_due_at, leased_until)
  select of_merchant, b.order_id, b.input_hash, 'creating', b.price_amount, b.currency, b.description, b.customer_email,
    b.customer_name, b.payment_link_id, b.created_by, b.metadata, b.redirect_url, at, at + interval '1 minute',
    now() + make_interval(secs => lease_seconds)
  from jsonb_to_record(begun) as b (order_id text, input_hash text, price_amount numeric, currency text, description text,
    customer_email text, customer_name text, payment_link_id integer, created_by text, metadata jsonb, redirect_url text)
  on conflict on constraint invoices_order_id_unique do nothing
  returning i.* into invoice;
  is_new := invoice.id is not null;
  if not is_new then
    select * into invoice from invoices i where i.order_id = begun ->> 'order_id';
  end if;
  return next;
end
$$;

-- Remembers what may be paid to for an invoice. A hash of a loop-out is nobody's invoice, and a hash of our node stays with
-- whoever had it first.
create function remember_destinations(
  of_merchant integer, of_invoice text, address text, payment_hash text, of_node text, hash_due_at timestamptz,
  of_server text, of_store text
) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
begin
  if address is not null then
    insert into invoice_destinations (kind, destination, merchant_id, invoice_id, server_url, store_id)
    values ('address', address, of_merchant, of_invoice, of_server, of_store)
    on conflict do nothing;
  end if;
  if payment_hash is null then return; end if;
  if of_node = 'shared' and exists (
    select from loop_out_invoices l where l.payment_hash = remember_destinations.payment_hash
  ) then return; end if;
  insert into invoice_destinations (kind, destination, node, check_due_at, merchant_id, invoice_id, server_url, store_id)
  values ('payment-hash', payment_hash, of_node, hash_due_at, of_merchant, of_invoice, of_server, of_store)
  on conflict do nothing;
end
$$;

-- Writes down what an invoice has become, with all that is said of it. Nothing where someone else did so first.
create function save_created_invoice(of_id integer, made jsonb, issued jsonb, event text, event_type text, event_object jsonb)
returns table (paid_sats bigint, paid_at timestamptz, read_at timestamptz, check_due_at timestamptz) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  at constant timestamptz := app_now();
  saved invoices;
begin
  update invoices i set
    invoice_id = m.invoice_id, status = m.status, additional_status = m.additional_status, amount = m.amount,
    amount_usd = m.amount_usd, btc_price = m.btc_price, due_sats = m.due_sats,
    -- Found only after it was paid, it counts nothing yet: its payments are not on record and are read next.
    paid_sats = case when m.is_unread then 0 else m.paid_sats end,
    missing_methods = m.missing_methods, may_be_marked = m.may_be_marked, checkout_link = m.checkout_link,
    bitcoin_address = coalesce(m.bitcoin_address, i.bitcoin_address),
    lightning_invoice = coalesce(m.lightning_invoice, i.lightning_invoice), expires_at = m.expires_at,
    paid_at = case when m.status = 'settled' then coalesce(i.paid_at, at) else i.paid_at end,
    read_at = at, check_due_at = case when m.is_unread then at else at + m.check_after end
  from jsonb_to_record(made) as m (invoice_id text, status text, additional_status text, amount numeric, amount_usd numeric,
    btc_price numeric, due_sats bigint, paid_sats bigint, is_unread boolean, missing_methods text[], may_be_marked text[],
    checkout_link text, bitcoin_address text, lightning_invoice text, expires_at timestamptz, check_after interval)
  where i.id = of_id and i.status = 'creating'
  returning i.* into saved;
  if saved.id is null then return; end if;
  perform remember_destinations(saved.merchant_id, saved.invoice_id, made ->> 'bitcoin_address', issued ->> 'payment_hash',
    issued ->> 'node', (issued ->> 'hash_due_at')::timestamptz, issued ->> 'server_url', issued ->> 'store_id');
  perform record_event(saved.merchant_id, event, event_type, event_object);
  perform note_change('merchant:' || saved.merchant_id, 'invoices');
  return query select saved.paid_sats, saved.paid_at, saved.read_at, saved.check_due_at;
end
$$;
