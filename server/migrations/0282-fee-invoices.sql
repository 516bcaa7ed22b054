-- Fees that can't be swept from a merchant's wallet are asked for by invoices, which are paid to the platform's wallet.

insert into ledger_account_kinds (kind, normal_sign, guard) values
  ('fee-credit', -1, 'balance'); -- what a merchant paid beyond the fees that it owed

-- The invoice that lists a fee, and when a fee was forgiven as a whole, with its partners' shares.
alter table fee_transactions
  add column fee_invoice_id integer,
  add column forgiven_at timestamptz,
  add constraint fee_transactions_swept_or_listed check (swept_by is null or fee_invoice_id is null),
  add constraint fee_transactions_forgiven_whole check (forgiven_at is null or reversed_at is not null);
create index fee_transactions_listed on fee_transactions (fee_invoice_id, id) where fee_invoice_id is not null;
create index fee_transactions_forgiven on fee_transactions (id) where forgiven_at is not null;

-- When a merchant's new invoices pause because its fee invoice is unpaid. Without a row it is the usual: after 21 days, or
-- above $2,000.
create table fee_pauses (
  merchant_id integer primary key constraint fee_pauses_merchant references merchants(id),
  after_days integer not null default 21 constraint fee_pauses_after_days check (after_days between 1 and 365),
  above_usd numeric(12,2) not null default 2000 constraint fee_pauses_above_usd check (above_usd >= 0),
  -- Since when more than that is owed. The pause begins three days later.
  above_since timestamptz,
  paused_at timestamptz
);

-- What a merchant is asked to pay of its fees. A new one replaces the open one and includes the rest.
create table fee_invoices (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint fee_invoices_merchant references merchants(id),
  -- In the platform's wallet. What arrives there pays this merchant's fees, also after the invoice has ended.
  address text not null constraint fee_invoices_address unique,
  amount_sats bigint not null constraint fee_invoices_amount check (amount_sats > 0),
  btc_price numeric(12,2) not null constraint fee_invoices_price check (btc_price > 0),
  status text not null default 'open'
    constraint fee_invoices_status check (status in ('open', 'paid', 'replaced', 'forgiven', 'written-off')),
  -- Since when a part of it was asked for, on this invoice or on those that it replaced.
  owed_since timestamptz not null,
  -- An admin gave the merchant more time.
  extended_until timestamptz,
  reminders integer not null default 0,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  constraint fee_invoices_ended check ((status = 'open') = (ended_at is null))
);
create unique index fee_invoices_one_open on fee_invoices (merchant_id) where status = 'open';
create index fee_invoices_by_merchant on fee_invoices (merchant_id, id desc);

-- What arrived for fee invoices, each once, and how much of it paid fees. The rest is the merchant's credit.
create table fee_payments (
  id integer generated always as identity primary key,
  fee_invoice_id integer not null constraint fee_payments_invoice references fee_invoices(id),
  merchant_id integer not null constraint fee_payments_merchant references merchants(id),
  -- The output in the platform's wallet, and its transaction.
  outpoint text not null constraint fee_payments_outpoint unique,
  txid text not null,
  amount_sats bigint not null constraint fee_payments_amount check (amount_sats > 0),
  paid_sats bigint not null default 0,
  -- What counts of it in the ledger now, and how often it was booked.
  transfer_id bigint constraint fee_payments_transfer references ledger_transfers(id),
  bookings integer not null default 0,
  seen_at timestamptz not null default app_now(),
  constraint fee_payments_paid check (paid_sats between 0 and amount_sats and (transfer_id is not null or paid_sats = 0))
);
create index fee_payments_by_transaction on fee_payments (txid);
create index fee_payments_by_merchant on fee_payments (merchant_id, id);
create index fee_payments_with_credit on fee_payments (merchant_id, id) where transfer_id is not null and paid_sats < amount_sats;

alter table fee_transactions
  add constraint fee_transactions_fee_invoice foreign key (fee_invoice_id) references fee_invoices(id);

-- The partners' shares of forgiven fees are taken from the merchant's, and are no fees of their own.
create or replace view fee_parts as
  select e.transfer_id, e.posted_in, e.posted_at, (e.posted_at at time zone 'UTC')::date as day,
    coalesce(f.merchant_id, case when e.category = 'forgive' then (
      select a.owner_id from ledger_entries x join ledger_accounts a on a.id = x.account_id
      where x.transfer_id = e.transfer_id and a.kind = 'fees-owed') end, 0) as merchant_id,
    case when e.category in ('deposit', 'lightning', 'withdrawal') then e.category
      when e.category = 'forgive' then 'forgiven' else 'other' end as kind,
    case when e.category = 'forgive' then 0 else max(e.standing) end as fees,
    coalesce(sum(e.amount_sats) filter (where e.account = 'revenue'), 0)::bigint as revenue_sats,
    coalesce(sum(e.amount_usd) filter (where e.account = 'revenue'), 0) as revenue_usd,
    coalesce(sum(e.amount_sats) filter (where e.account = 'earned'), 0)::bigint as partner_sats,
    coalesce(sum(e.amount_usd) filter (where e.account = 'earned'), 0) as partner_usd,
    coalesce(max(e.standing) * round(max(f.markup_sats) * max(f.btc_price_at_time) / 100000000, 8), 0) as markup_usd
  from earning_entries e join ledger_transfers t on t.id = e.transfer_id
    left join fee_transactions f on f.transfer_id = coalesce(t.reverses, t.id)
  where e.account in ('revenue', 'earned') and e.category not in ('payout-hold', 'payout-return')
  group by e.transfer_id, e.posted_in, e.posted_at, e.category, f.merchant_id;

-- While a merchant's fee invoice is long unpaid, nothing new can be paid. What was created before is booked as always.
create function require_fees_paid() returns trigger language plpgsql as $$
begin
  if exists (select from fee_pauses where merchant_id = new.merchant_id and paused_at is not null) then
    raise exception 'merchant % has unpaid fees', new.merchant_id
      using errcode = 'check_violation', constraint = 'merchant_fees_paid';
  end if;
  return null;
end
$$;
-- Invoices that were created before a restore and are read back may be paid already.
create trigger require_fees_paid after insert on invoices
  for each row when (new.input_hash is distinct from 'read back') execute function require_fees_paid();
create trigger require_fees_paid after insert on deposit_addresses for each row execute function require_fees_paid();
create trigger require_fees_paid after insert on lnurl_invoices for each row execute function require_fees_paid();

-- What is written off is no revenue, as what is forgiven.
create or replace view forgiven_fees as
  select t.id as transfer_id, t.posted_at, (t.posted_at at time zone 'UTC')::date as day, m.owner_id as merchant_id,
    e.amount_sats, e.amount_usd
  from ledger_accounts a
    join ledger_entries e on e.account_id = a.id
    join ledger_transfers t on t.id = e.transfer_id
    join ledger_entries o on o.transfer_id = t.id
    join ledger_accounts m on m.id = o.account_id and m.kind = 'fees-owed'
  where a.kind in ('forgiven', 'written-off');

create or replace function revenue_between(p_after timestamptz, p_until timestamptz) returns numeric language sql stable as $$
  with days as (
    select (p_after at time zone 'UTC')::date as first, (p_until at time zone 'UTC')::date as last
  ),
  ends as (
    select d.first as day from days d union select d.last from days d
  )
  select coalesce((select sum(r.revenue_usd) from revenue_by_day r, days d where r.day > d.first and r.day < d.last), 0)
    + coalesce((
      select -sum(e.amount_usd) from ends x
        join ledger_transfers t on t.posted_at >= x.day::timestamp at time zone 'UTC'
          and t.posted_at < (x.day + 1)::timestamp at time zone 'UTC' and t.posted_at > p_after and t.posted_at <= p_until
        join ledger_entries e on e.transfer_id = t.id
      where e.account_id in (select id from ledger_accounts where kind in ('revenue', 'forgiven', 'written-off') and owner_kind = 'platform')
    ), 0)
$$;
