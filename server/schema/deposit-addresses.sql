-- Bitcoin addresses that stay the same for a customer of a merchant.

-- A Bitcoin address that stays the same for a customer of the merchant. It comes from a top-up invoice of BTCPay, so that
-- BTCPay reports payments to it. What arrives there is a customer's payment.
create table deposit_addresses (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint deposit_addresses_merchant references merchants(id),
  -- Whose address it is, in the merchant's own words.
  reference text not null constraint deposit_addresses_reference check (length(reference) between 1 and 200),
  -- The store whose wallet has the address. After a move to another store, a reference gets a new one.
  server_url text not null,
  store_id text not null,
  -- Written before BTCPay is asked, so that a lost answer creates no second invoice.
  order_id text not null constraint deposit_addresses_order unique,
  engine_invoice_id text,
  address text,
  created_by text not null,
  created_at timestamptz not null default app_now(),
  constraint deposit_addresses_complete check ((engine_invoice_id is null) = (address is null)),
  constraint deposit_addresses_once unique (merchant_id, server_url, store_id, reference)
);
create unique index deposit_addresses_by_address on deposit_addresses (merchant_id, address) where address is not null;
create unique index deposit_addresses_by_invoice on deposit_addresses (merchant_id, engine_invoice_id)
  where engine_invoice_id is not null;
create index deposit_addresses_by_merchant on deposit_addresses (merchant_id, id);
create trigger require_open_merchant after insert on deposit_addresses
  for each row execute function require_open_merchant();
create trigger wake_store after insert on deposit_addresses for each row execute function wake_store();
create trigger require_fees_paid after insert on deposit_addresses for each row execute function require_fees_paid();
