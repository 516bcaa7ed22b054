-- What we know of BTCPay: stores, what it told us, what is true on the chain, prices. Screens read these tables only.

-- One row for each store on a BTCPay Server: a merchant's, or the platform's own (no merchant). The merchant's columns of
-- the same names are kept equal by a trigger.
create table stores (
  id integer generated always as identity primary key,
  merchant_id integer constraint stores_merchant references merchants constraint stores_merchant_unique unique,
  status text not null default 'provisioning' constraint stores_status check (status in ('provisioning', 'ready')),
  server_url text not null,
  -- Null until BTCPay has made it. The tag is in the store's name, so that a lost answer does not make a second one.
  store_id text,
  tag text not null constraint stores_tag_unique unique,
  api_key text,
  webhook_id text,
  webhook_url text,
  webhook_secret text,
  -- Sealed, until the owner has read them, once.
  recovery_words text,
  recovery_words_read_at timestamptz,
  lightning text not null default 'none' constraint stores_lightning check (lightning in ('none', 'shared', 'own')),
  -- The mirror of the wallet.
  balance_sats bigint not null default 0,
  spendable_sats bigint not null default 0,
  synced_at timestamptz,
  sync_due_at timestamptz not null default app_now(),
  sync_error text,
  -- Work on the store that must not happen twice at once (setting it up, sending from it) holds this. Real time, since
  -- the sandbox's clock may be turned meanwhile.
  leased_until timestamptz,
  lease text,
  created_at timestamptz not null default app_now(),
  constraint stores_store_unique unique (server_url, store_id),
  constraint stores_ready check (status <> 'ready' or (store_id is not null and api_key is not null))
);
create unique index stores_one_platform on stores ((true)) where merchant_id is null;
create index stores_sync_due on stores (sync_due_at) where status = 'ready';

create function keep_merchant_store() returns trigger language plpgsql as $$
begin
  update merchants set btcpay_server_url = new.server_url, btcpay_store_id = new.store_id, btcpay_api_key = new.api_key
  where id = new.merchant_id and (btcpay_server_url, btcpay_store_id, btcpay_api_key)
    is distinct from (new.server_url, new.store_id, new.api_key);
  return null;
end
$$;
create trigger keep_merchant_store after insert or update of server_url, store_id, api_key on stores
  for each row execute function keep_merchant_store();

-- How the platform's BTCPay was when last asked; one row that every process writes.
create table engine_checks (
  only_row boolean primary key default true constraint engine_checks_only_row check (only_row),
  reachable boolean not null,
  synced boolean not null,
  latency_ms integer,
  height integer,
  tip_at timestamptz,
  checked_at timestamptz not null
);

-- Signed webhooks as they came: hints of what to read. Kept a while for whoever wants to know.
create table engine_hooks (
  id bigint generated always as identity primary key,
  store_ref integer not null constraint engine_hooks_store references stores,
  delivery_id text,
  type text,
  invoice_id text,
  sent_at timestamptz,
  body bytea not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz
);
create index engine_hooks_waiting on engine_hooks (store_ref, id) where handled_at is null;

create table prices (
  id bigint generated always as identity primary key,
  currency text not null default 'USD',
  price numeric(14, 2) not null constraint prices_price check (price > 0),
  source text not null,
  at timestamptz not null default app_now()
);
create index prices_latest on prices (currency, at desc);

alter table invoices
  alter column invoice_id drop not null,
  alter column status set default 'new',
  drop constraint invoices_status,
  add constraint invoices_status check (status in ('creating', 'new', 'processing', 'settled', 'expired', 'invalid', 'failed')),
  add column order_id text not null constraint invoices_order_id_unique unique,
  add column input_hash text,
  add column leased_until timestamptz,
  add column failure text,
  add column currency text not null default 'USD',
  add column price_amount numeric(20, 8),
  add column btc_price numeric(12, 2),
  add column additional_status text not null default 'none'
    constraint invoices_additional_status check (additional_status in ('none', 'paid-late', 'paid-partial', 'marked', 'paid-over')),
  add column customer_email text,
  add column customer_name text,
  add column bitcoin_address text,
  add column lightning_invoice text,
  add column payment_link text,
  add column missing_methods text[] not null default '{}',
  add column paid_sats bigint not null default 0,
  add column due_sats bigint,
  add column may_be_marked text[] not null default '{}',
  add column expires_at timestamptz,
  add column read_at timestamptz,
  add column check_due_at timestamptz,
  add column created_by text,
  add constraint invoices_known check (status in ('creating', 'failed') or invoice_id is not null);
create index invoices_check_due on invoices (merchant_id, check_due_at) where check_due_at is not null;

-- Every address and payment hash that was ever handed out for an invoice: late payments are matched by them.
create table invoice_destinations (
  destination text not null,
  kind text not null constraint invoice_destinations_kind check (kind in ('address', 'payment-hash')),
  merchant_id integer not null,
  invoice_id text not null constraint invoice_destinations_invoice references invoices (invoice_id),
  created_at timestamptz not null default app_now(),
  constraint invoice_destinations_unique primary key (kind, destination)
);
create index invoice_destinations_by_invoice on invoice_destinations (invoice_id);

-- A row for each payment in (by outpoint or payment hash) and each transaction out.
alter table transactions
  add column method text not null default 'on-chain' constraint transactions_method check (method in ('on-chain', 'lightning')),
  add column engine_key text not null,
  add column purpose text not null
    constraint transactions_purpose check (purpose in ('invoice', 'deposit', 'withdrawal', 'sweep', 'loop-out', 'refund', 'outside')),
  add column btc_price numeric(12, 2),
  add column block_height integer,
  -- The chain no longer shows it, and nothing has taken its place yet.
  add column disputed boolean not null default false,
  add column final boolean not null default false,
  -- Whether it counts now, the transfer that books its fees, and how often it was booked: a reorganisation undoes one
  -- booking and a later block makes another.
  add column booked boolean not null default false,
  add column transfer_id bigint constraint transactions_transfer references ledger_transfers,
  add column bookings integer not null default 0,
  add column seen_at timestamptz not null default app_now(),
  add constraint transactions_key unique (merchant_id, type, engine_key);
create index transactions_open on transactions (merchant_id, txid) where not final;

alter table fee_transactions
  add column transfer_id bigint constraint fee_transactions_transfer references ledger_transfers
    constraint fee_transactions_transfer_unique unique,
  add column reversed_at timestamptz;
create index fee_transactions_open on fee_transactions (merchant_id) where not processed and reversed_at is null;

-- What an explorer tells of a transaction, once.
create table transaction_details (
  txid text primary key,
  fee_sats bigint not null,
  size_bytes integer not null,
  weight_units integer not null,
  inputs jsonb not null,
  outputs jsonb not null,
  read_at timestamptz not null default app_now()
);
