-- What a merchant's programs use: keys, their limits, and the first answer of every request that must not happen twice.

create table api_keys (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint api_keys_merchant references merchants,
  name text not null constraint api_keys_name check (length(name) between 1 and 80),
  -- The beginning of the key, for people; of the whole there is only a hash.
  prefix text not null,
  token_hash bytea not null constraint api_keys_token_hash_unique unique,
  scopes text[] not null constraint api_keys_scopes
    check (cardinality(scopes) > 0 and scopes <@ array['read', 'invoices', 'refunds', 'withdrawals']),
  -- Networks in CIDR notation from which it may be used; none means any.
  allowed_sources text[] not null default '{}',
  -- Where it may send to. Without the scope there is nowhere, with it there is no "anywhere".
  withdrawal_addresses text[] not null default '{}',
  created_by text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  revoked_at timestamptz,
  revoked_by text,
  constraint api_keys_withdrawal_addresses check (('withdrawals' = any(scopes)) = (cardinality(withdrawal_addresses) > 0))
);
create index api_keys_by_merchant on api_keys (merchant_id, id desc);

-- Requests of a key in its current minute. Unlogged: a count that a crash forgets costs nothing, and a commit that
-- need not reach the disk makes a read of the API no slower than the read itself.
create unlogged table api_key_requests (
  key_id integer primary key constraint api_key_requests_key references api_keys on delete cascade,
  window_started_at timestamptz not null,
  requests integer not null
);

-- The first answer is kept for ever, byte for byte. While it is being made, whoever makes it holds the lease, in real time.
alter table idempotency_keys
  alter column answer_body type text using answer_body::text,
  add column leased_until timestamptz;

alter table act_log
  drop constraint act_log_actor_kind,
  add constraint act_log_actor_kind
    check (actor_kind in ('admin', 'merchant', 'merchant-user', 'partner', 'api-key', 'system', 'anonymous'));

-- A page that anyone may open again and again, and that makes an invoice each time it is used.
create table payment_links (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint payment_links_merchant references merchants,
  slug text not null constraint payment_links_slug_unique unique,
  title text not null constraint payment_links_title check (length(title) between 1 and 120),
  description text,
  currency text not null,
  -- Fixed, or the customer's to choose within bounds.
  amount numeric(20, 8) constraint payment_links_amount check (amount > 0),
  min_amount numeric(20, 8) constraint payment_links_min_amount check (min_amount > 0),
  max_amount numeric(20, 8) constraint payment_links_max_amount check (max_amount > 0),
  ask_name text not null default 'no' constraint payment_links_ask_name check (ask_name in ('no', 'optional', 'required')),
  ask_email text not null default 'no' constraint payment_links_ask_email check (ask_email in ('no', 'optional', 'required')),
  max_payments integer constraint payment_links_max_payments check (max_payments > 0),
  expires_at timestamptz,
  paused boolean not null default false,
  created_by text not null,
  idempotency_key text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint payment_links_idempotency unique (merchant_id, idempotency_key),
  constraint payment_links_bounds check (
    (amount is null or (min_amount is null and max_amount is null)) and (min_amount is null or max_amount is null or min_amount <= max_amount)
  )
);
create index payment_links_by_merchant on payment_links (merchant_id, id desc);

alter table invoices
  -- What a shop wrote on it, for itself.
  add column metadata jsonb not null default '{}',
  -- Where the customer may go back to.
  add column redirect_url text,
  add column payment_link_id integer constraint invoices_payment_link references payment_links;
create index invoices_by_payment_link on invoices (payment_link_id, status) include (paid_sats, amount_usd)
  where payment_link_id is not null;
