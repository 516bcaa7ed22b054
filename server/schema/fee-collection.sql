-- Invoices for fees that can't be swept, and what was paid for them.

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
create index fee_payments_with_credit on fee_payments (merchant_id, id)
  where transfer_id is not null and paid_sats < amount_sats;
