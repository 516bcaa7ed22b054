-- A Lightning Address: a name that wallets can pay. A merchant has one, and each of its payment links may have one.
-- A retired name stays reserved, because it may be printed somewhere: nobody else can take its payments.
create table lightning_addresses (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint lightning_addresses_merchant references merchants,
  payment_link_id integer constraint lightning_addresses_payment_link references payment_links,
  name text not null constraint lightning_addresses_name_unique unique
    constraint lightning_addresses_name check (name ~ '^[a-z0-9][a-z0-9._-]{1,28}[a-z0-9]$'),
  min_sats bigint not null,
  max_sats bigint not null,
  comment_length integer not null constraint lightning_addresses_comment check (comment_length between 0 and 250),
  active boolean not null default true,
  retired_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint lightning_addresses_range check (min_sats >= 1 and max_sats >= min_sats and max_sats <= 100000000)
);
create unique index lightning_addresses_current on lightning_addresses (merchant_id)
  where payment_link_id is null and retired_at is null;
create unique index lightning_addresses_of_link on lightning_addresses (payment_link_id) where retired_at is null;
create index lightning_addresses_by_merchant on lightning_addresses (merchant_id);

-- BOLT11s that were handed out for Lightning Addresses. An unpaid one is deleted when it can no longer be paid.
-- Two merchants' own nodes may name the same hash without harming each other. The platform's node issues each once.
create table lnurl_invoices (
  merchant_id integer not null constraint lnurl_invoices_merchant references merchants,
  payment_hash text not null constraint lnurl_invoices_hash check (payment_hash ~ '^[0-9a-f]{64}$'),
  address_id integer not null constraint lnurl_invoices_address references lightning_addresses,
  payment_link_id integer constraint lnurl_invoices_payment_link references payment_links,
  -- The payment request that it answers. One request is paid once.
  request text not null,
  amount_msats bigint not null constraint lnurl_invoices_amount check (amount_msats > 0),
  comment text not null,
  bolt11 text not null,
  -- The node that issued it, and the server and store through which it is reached.
  node text not null constraint lnurl_invoices_node check (node in ('shared', 'own')),
  server_url text not null,
  store_id text not null,
  node_invoice_id text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  check_due_at timestamptz,
  paid_at timestamptz,
  preimage text,
  transaction_id integer constraint lnurl_invoices_transaction references transactions,
  constraint lnurl_invoices_key primary key (merchant_id, payment_hash),
  constraint lnurl_invoices_request unique (address_id, request, amount_msats, comment),
  constraint lnurl_invoices_paid check (paid_at is null or check_due_at is null)
);
create unique index lnurl_invoices_shared on lnurl_invoices (payment_hash) where node = 'shared';
create index lnurl_invoices_due on lnurl_invoices (check_due_at) where check_due_at is not null;
create index lnurl_invoices_unpaid on lnurl_invoices (merchant_id, expires_at) where paid_at is null;
create index lnurl_invoices_of_link on lnurl_invoices (payment_link_id) where payment_link_id is not null;

-- The payment link that a payment without an invoice came from.
alter table transactions add column payment_link_id integer
  constraint transactions_payment_link references payment_links;
create index transactions_of_link on transactions (payment_link_id) where payment_link_id is not null;
