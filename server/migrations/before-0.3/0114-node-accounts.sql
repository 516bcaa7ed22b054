-- Each engine's Lightning node has its own account. The main engine's is the platform's, as before: history never changes.
alter table ledger_accounts
  drop constraint ledger_accounts_owner_kind,
  add constraint ledger_accounts_owner_kind check (owner_kind in ('platform', 'merchant', 'partner', 'engine'));

-- Which node received the payment. Until now there was only the main engine's, which counts even before it is registered, so
-- nothing references the table of engines here.
alter table node_payments add column engine_id integer not null default 1;
-- Which node holds the Lightning balance that a loop-out takes, or is paid by the merchant's own node.
alter table lightning_loop_out_requests add column engine_id integer not null default 1;

-- What each node's channels held when they were last read, for the operator to know.
alter table engines add column node_local_sats bigint, add column node_read_at timestamptz;

-- The engine whose node issued a payment hash for a merchant. A hash without a server on record is older than all engines but
-- the main one. A hash that was never recorded belongs to the store that reports it.
create function node_engine(of_merchant integer, of_hash text) returns integer language sql stable as $$
  select coalesce(
    (select coalesce((select e.id from engines e where e.url = rtrim(i.server_url, '/')), 1)
      from (
        select server_url from invoice_destinations
        where kind = 'payment-hash' and destination = of_hash and merchant_id = of_merchant and node = 'shared'
        union all
        select server_url from lnurl_invoices
        where payment_hash = of_hash and merchant_id = of_merchant and node = 'shared'
      ) i limit 1),
    (select engine_id from stores where merchant_id = of_merchant), 1)
$$;

-- The engine whose node holds a merchant's Lightning balance: the one that received last. A merchant changes engines only
-- without a balance.
create function balance_engine(of_merchant integer) returns integer language sql stable as $$
  select coalesce(
    (select n.engine_id from transactions t join node_payments n on n.transaction_id = t.id
      where t.merchant_id = of_merchant order by t.id desc limit 1),
    (select engine_id from stores where merchant_id = of_merchant), 1)
$$;
