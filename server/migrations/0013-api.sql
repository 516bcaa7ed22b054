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
