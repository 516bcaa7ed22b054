-- An invoice with a due date has its own ID and can be paid for weeks. Each time a customer opens it, BTCPay creates an
-- invoice at the rate of that moment: an attempt. Payments of all attempts count for the invoice.
alter table invoices
  add column due_at timestamptz,
  -- Since when it is unpaid after its due date.
  add column overdue_at timestamptz,
  -- The merchant canceled it or marked it as paid. Its attempts must not be paid anymore.
  add column closed_at timestamptz,
  -- A payment or an attempt has changed, so status and figures must be computed again.
  add column recount_due boolean not null default false,
  add constraint invoices_due check (due_at is not null
    or (overdue_at is null and closed_at is null and not recount_due));
create index invoices_recount on invoices (merchant_id) where recount_due;
create index invoices_to_become_overdue on invoices (due_at)
  where due_at is not null and overdue_at is null and status = 'new';

create table invoice_attempts (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint invoice_attempts_merchant references merchants,
  invoice_ref integer not null constraint invoice_attempts_invoice references invoices,
  -- Written before BTCPay is asked, so that a lost answer creates no second invoice.
  order_id text not null constraint invoice_attempts_order unique,
  server_url text not null,
  store_id text not null,
  status text not null default 'creating' constraint invoice_attempts_status
    check (status in ('creating', 'failed', 'new', 'processing', 'settled', 'expired', 'invalid')),
  -- The part of the invoice's price that it asks for, in the invoice's currency.
  price numeric(30, 12) not null constraint invoice_attempts_price check (price > 0),
  engine_invoice_id text,
  amount_sats bigint constraint invoice_attempts_amount check (amount_sats > 0),
  btc_price numeric(12, 2),
  confirmations integer constraint invoice_attempts_confirmations check (confirmations >= 0),
  bitcoin_address text,
  lightning_invoice text,
  missing_methods text[] not null default '{}',
  expires_at timestamptz,
  failure text,
  created_at timestamptz not null default app_now(),
  leased_until timestamptz,
  check_due_at timestamptz,
  read_failures integer not null default 0,
  unknown_looks integer not null default 0,
  constraint invoice_attempts_complete check ((status in ('creating', 'failed')) = (engine_invoice_id is null)),
  constraint invoice_attempts_priced check (engine_invoice_id is null
    or (amount_sats is not null and btc_price is not null and confirmations is not null and expires_at is not null))
);
create index invoice_attempts_by_invoice on invoice_attempts (invoice_ref, created_at);
-- However many customers and servers open an invoice at once, one asks BTCPay.
create unique index invoice_attempts_creating on invoice_attempts (invoice_ref) where status = 'creating';
create unique index invoice_attempts_by_engine on invoice_attempts (merchant_id, engine_invoice_id)
  where engine_invoice_id is not null;
create index invoice_attempts_due on invoice_attempts (merchant_id, check_due_at) where check_due_at is not null;
create index invoice_attempts_open on invoice_attempts (merchant_id) where status in ('creating', 'new', 'processing');

alter table invoice_destinations add column attempt_id integer
  constraint invoice_destinations_attempt references invoice_attempts;
alter table transactions add column attempt_id integer constraint transactions_attempt references invoice_attempts;
create index transactions_of_attempt on transactions (attempt_id) where attempt_id is not null;

-- Whatever happens to a payment of an attempt, its invoice is computed again.
create function request_recount() returns trigger language plpgsql as $$
begin
  update invoices set recount_due = true
  where invoice_id = new.invoice_id and merchant_id = new.merchant_id and not recount_due;
  return null;
end
$$;
create trigger request_recount after insert on transactions
  for each row when (new.attempt_id is not null) execute function request_recount();
create trigger request_recount_again after update of status, booked, confirmations, attempt_id on transactions
  for each row when (
    new.attempt_id is not null and (old.status, old.booked, old.confirmations, old.attempt_id)
      is distinct from (new.status, new.booked, new.confirmations, new.attempt_id)
  ) execute function request_recount();

-- As before, without invoices that have a due date: BTCPay doesn't know their IDs.
create or replace function find_invoices_to_read(
  of_merchant integer, told text[], labelled text[], addresses text[], most integer
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
      select i.merchant_id, i.check_due_at, i.due_at from invoices i where i.invoice_id = h.id offset 0
    ) i
    where i.merchant_id = of_merchant and i.due_at is null
    order by i.check_due_at nulls last limit most;
end
$$;
