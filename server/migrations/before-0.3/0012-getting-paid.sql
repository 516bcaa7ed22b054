-- Money back to customers: an offer that a customer claims with an address, paid once by a send.
create table refunds (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint refunds_merchant references merchants,
  invoice_id text not null constraint refunds_invoice references invoices (invoice_id),
  -- What was asked for: what was paid too much, or everything that is left.
  kind text not null constraint refunds_kind check (kind in ('overpaid', 'everything')),
  amount_sats bigint not null constraint refunds_amount check (amount_sats > 0),
  amount_usd numeric(12, 2) not null,
  btc_price numeric(12, 2) not null constraint refunds_btc_price check (btc_price > 0),
  status text not null default 'offered'
    constraint refunds_status check (status in ('offered', 'claimed', 'paid', 'called-off')),
  -- The claim's link holds the token; here is only its hash.
  token_hash bytea not null constraint refunds_token_unique unique,
  customer_email text,
  offered_by text not null,
  offered_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  address text,
  claimed_at timestamptz,
  -- A claim whose send came to nothing can be made again, under another key.
  claims integer not null default 0,
  send_id integer constraint refunds_send references sends constraint refunds_send_unique unique,
  paid_at timestamptz,
  called_off_at timestamptz,
  constraint refunds_claimed check ((status in ('claimed', 'paid')) = (send_id is not null))
);
create index refunds_by_invoice on refunds (invoice_id, id desc);
create index refunds_by_merchant on refunds (merchant_id, id desc);

-- An expired invoice that nobody paid is priced anew once: the second request finds the first one's invoice.
alter table invoices
  add column renewed_by text constraint invoices_renewed_by references invoices (invoice_id),
  add column mailed_at timestamptz;

-- Rows that wait for the explorer, so that finding them does not grow slow with history.
alter table transactions add column details_due_at timestamptz default app_now();
create index transactions_without_details on transactions (details_due_at)
  where details_due_at is not null;

-- Searching a merchant's payments by customer goes over its invoices.
create index invoices_by_customer on invoices (merchant_id, lower(customer_email) text_pattern_ops)
  where customer_email is not null;

-- Invoices that the engine was asked for and that nobody finished.
create index invoices_creating on invoices (created_at) where status = 'creating';

-- BTCPay stops looking at a BOLT11 with its invoice, the node may let it be paid for longer: it is asked itself, until
-- the payment has come or can no longer come. What came so is not in BTCPay's own figures.
alter table invoice_destinations add column check_due_at timestamptz;
create index invoice_destinations_due on invoice_destinations (check_due_at) where check_due_at is not null;
alter table invoices add column late_sats bigint not null default 0;
