-- A merchant can be moved to another of the operator's BTCPay Servers. The new store is prepared as the next one, becomes the
-- current one when it is ready, and the former one is watched until nothing can happen in it anymore (status `left`).
alter table stores
  add column standing text not null default 'current' constraint stores_standing check (standing in ('next', 'current', 'former')),
  -- The store that was current before. Null: the merchant's first store.
  add column replaces integer constraint stores_replaces references stores,
  add column former_since timestamptz,
  add column left_at timestamptz,
  drop constraint stores_status,
  add constraint stores_status check (status in ('provisioning', 'ready', 'left')),
  add constraint stores_left check ((status = 'left') = (left_at is not null) and (status <> 'left' or standing = 'former')),
  drop constraint stores_merchant_unique;
create unique index stores_one_current on stores (merchant_id) where standing = 'current';
create unique index stores_one_next on stores (merchant_id) where standing = 'next';
create unique index stores_one_first on stores (merchant_id) where replaces is null;
-- A merchant never has two stores in use at one engine, so a move back waits until the former store is done.
create unique index stores_one_per_engine on stores (merchant_id, engine_id) where status <> 'left';
create index stores_by_merchant on stores (merchant_id);
create index stores_moving on stores (id) where standing <> 'current' and status <> 'left';

-- The store that an invoice was created in, and whose wallet has a transaction. Null: the merchant's first store.
alter table invoices add column at_store integer constraint invoices_store references stores;
alter table transactions add column at_store integer constraint transactions_store references stores;

-- What a merchant's row shows is its current store.
create or replace function keep_merchant_store() returns trigger language plpgsql as $$
begin
  if new.standing <> 'current' then return null; end if;
  update merchants set btcpay_server_url = new.server_url, btcpay_store_id = new.store_id, btcpay_api_key = new.api_key
  where id = new.merchant_id and (btcpay_server_url, btcpay_store_id, btcpay_api_key)
    is distinct from (new.server_url, new.store_id, new.api_key);
  return null;
end
$$;
drop trigger keep_merchant_store on stores;
create trigger keep_merchant_store after insert or update of server_url, store_id, api_key, standing on stores
  for each row execute function keep_merchant_store();

create or replace function has_own_server(of_merchant integer) returns boolean language sql stable as $$
  select not exists (
    select from stores where merchant_id = of_merchant and standing = 'current' and engine_id is not null)
$$;

create or replace function balance_engine(of_merchant integer) returns integer language sql stable as $$
  select coalesce(
    (select n.engine_id from transactions t join node_payments n on n.transaction_id = t.id
      where t.merchant_id = of_merchant order by t.id desc limit 1),
    (select engine_id from stores where merchant_id = of_merchant and standing = 'current'), 1)
$$;

-- As before. A hash that was never recorded belongs to the store that reports it, which may be a former one.
create function node_engine(of_merchant integer, of_hash text, of_store integer) returns integer language sql stable as $$
  select coalesce(
    (select coalesce((select e.id from engines e where e.url = rtrim(i.server_url, '/')), 1)
      from (
        select server_url from invoice_destinations
        where kind = 'payment-hash' and destination = of_hash and merchant_id = of_merchant and node = 'shared'
        union all
        select server_url from lnurl_invoices
        where payment_hash = of_hash and merchant_id = of_merchant and node = 'shared'
      ) i limit 1),
    (select engine_id from stores where merchant_id = of_merchant
      and case when of_store is null then replaces is null else id = of_store end), 1)
$$;
-- The previous release calls it during an upgrade.
create or replace function node_engine(of_merchant integer, of_hash text) returns integer language sql stable as $$
  select node_engine(of_merchant, of_hash, (
    select id from stores where merchant_id = of_merchant and standing = 'current' and replaces is not null))
$$;

-- How much of a merchant's Lightning balance is on the node of an engine: what it received there, less what was looped out.
create function lightning_at(of_merchant integer, at_engine integer) returns bigint language sql stable as $$
  select (coalesce((
      select -sum(e.amount_sats) from transactions t
        join node_payments n on n.transaction_id = t.id and n.engine_id = at_engine
        join ledger_entries e on e.transfer_id = t.transfer_id
        join ledger_accounts a on a.id = e.account_id and a.owner_kind = 'merchant' and a.owner_id = of_merchant
          and a.kind = 'lightning'
      where t.merchant_id = of_merchant and t.booked), 0)
    - coalesce((
      select sum(l.amount_sats) from lightning_loop_out_requests l
      where l.merchant_id = of_merchant and l.engine_id = at_engine and l.node = 'shared'
        and l.status in ('pending', 'executing', 'completed')), 0))::bigint
$$;

create or replace function begin_invoice(of_merchant integer, begun jsonb, lease_seconds integer)
returns table (is_new boolean, store stores, invoice invoices) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  at constant timestamptz := app_now();
begin
  select * into store from stores s where s.merchant_id = of_merchant and s.standing = 'current' and s.status = 'ready';
  if store.id is null then return; end if;
  insert into invoices as i (merchant_id, order_id, input_hash, status, price_amount, currency, description, customer_email,
    customer_name, payment_link_id, created_by, metadata, redirect_url, options, type, created_at, check_due_at, leased_until,
    at_store)
  select of_merchant, b.order_id, b.input_hash, 'creating', b.price_amount, b.currency, b.description, b.customer_email,
    b.customer_name, b.payment_link_id, b.created_by, b.metadata, b.redirect_url, b.options, b.type, at, at + interval '1 minute',
    now() + make_interval(secs => lease_seconds), case when store.replaces is not null then store.id end
  from jsonb_to_record(begun) as b (order_id text, input_hash text, price_amount numeric, currency text, description text,
    customer_email text, customer_name text, payment_link_id integer, created_by text, metadata jsonb, redirect_url text,
    options jsonb, type text)
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

-- As before, for the invoices of one store of the merchant.
create function find_invoices_to_read(
  of_merchant integer, of_store integer, told text[], labelled text[], addresses text[], most integer
) returns table (invoice_id text) language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off set jit = off as $$
declare
  due text[];
  hinted text[];
begin
  -- Without sorting, only invoices_check_due returns them in this order.
  due := array(
    select i.invoice_id from invoices i
    where i.merchant_id = of_merchant and i.check_due_at <= app_now() and i.invoice_id is not null
      and i.at_store is not distinct from of_store
    order by i.check_due_at limit most);
  hinted := array(
    select h.id from unnest(labelled) h(id)
    cross join lateral (select i.status, i.read_at from invoices i where i.invoice_id = h.id offset 0) i
    where i.read_at is null or i.status in ('new', 'processing', 'expired', 'invalid'));
  hinted := hinted || array(
    select d.invoice_id from unnest(addresses) h(address)
    cross join lateral (
      select x.invoice_id, x.merchant_id from invoice_destinations x
      where x.kind = 'address' and x.destination = h.address offset 0
    ) d
    cross join lateral (select i.payment_seen_at from invoices i where i.invoice_id = d.invoice_id offset 0) i
    where d.merchant_id = of_merchant and i.payment_seen_at is null);
  -- The merchant is compared after the lookup by id, so that an index of all its invoices cannot be chosen for it.
  return query
    select h.id from (select distinct unnest(due || told || hinted) as id) h
    cross join lateral (
      select i.merchant_id, i.at_store, i.check_due_at, i.due_at from invoices i where i.invoice_id = h.id offset 0
    ) i
    where i.merchant_id = of_merchant and i.at_store is not distinct from of_store and i.due_at is null
    order by i.check_due_at nulls last limit most;
end
$$;
