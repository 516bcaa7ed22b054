-- Keys of merchants' programs, their limits, and their latest requests.

-- Keys of merchants' programs.
create table api_keys (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint api_keys_merchant references merchants(id),
  name text not null constraint api_keys_name check (length(name) between 1 and 80),
  -- The beginning of the key, for people; of the whole there is only a hash.
  prefix text not null,
  token_hash bytea not null constraint api_keys_token_hash_unique unique,
  scopes text[] not null
    constraint api_keys_scopes check (cardinality(scopes) > 0 and scopes <@ array['read', 'invoices', 'refunds', 'withdrawals']),
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
  daily_refund_limit_usd numeric(12,2) not null default 0.00
    constraint api_keys_daily_refund_limit check (daily_refund_limit_usd >= 0),
  -- A key that moves money stands for the person who created it. When they leave the store or are no longer its admin, the
  -- key moves no money until the owner confirms it. The person is known by number, because email addresses change. The
  -- number stays when the person is deleted. A key that the owner confirmed is the owner's.
  created_by_user integer,
  suspended_at timestamptz,
  confirmed_by text,
  constraint api_keys_withdrawal_addresses check (('withdrawals' = any (scopes)) = (cardinality(withdrawal_addresses) > 0))
);
create index api_keys_by_merchant on api_keys (merchant_id, id desc);
create trigger require_open_merchant after insert on api_keys for each row execute function require_open_merchant();

-- Requests of a key in its current minute. Unlogged: a count that a crash forgets costs nothing, and a commit that
-- need not reach the disk makes a read of the API no slower than the read itself.
create unlogged table api_key_requests (
  key_id integer primary key constraint api_key_requests_key references api_keys(id) on delete cascade,
  window_started_at timestamptz not null,
  requests integer not null
);

-- The latest requests of each key, for developers who look for a mistake. Neither queries nor bodies are kept.
create table api_request_log (
  id bigint generated always as identity primary key,
  merchant_id integer not null constraint api_request_log_merchant references merchants(id),
  key_prefix text not null,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms integer not null,
  request_id uuid not null,
  at timestamptz not null default app_now(),
  -- Null in rows of the previous release.
  key_id integer constraint api_request_log_key references api_keys(id) on delete cascade
);
create index api_request_log_by_merchant on api_request_log (merchant_id, id);
create index api_request_log_by_key on api_request_log (key_id, id);

-- API keys of a restored database. One works again when somebody has decided so.
create table suspended_api_keys (
  key_id integer primary key constraint suspended_api_keys_key_id_fkey references api_keys(id) on delete cascade,
  restore_id integer not null constraint suspended_api_keys_restore_id_fkey references restores(id),
  decision text constraint suspended_api_keys_decision check (decision in ('revoke', 'work')),
  decided_at timestamptz,
  refused_requests integer not null default 0
);
create index suspended_api_keys_of_restore on suspended_api_keys (restore_id);

create function suspend_money_keys() returns trigger language plpgsql as $$
begin
  update api_keys k set suspended_at = app_now()
  where k.merchant_id = old.merchant_id and k.revoked_at is null and k.suspended_at is null and k.confirmed_by is null
    and k.scopes && array['refunds', 'withdrawals']
    -- The previous release saves no number.
    and (k.created_by_user = old.id or (k.created_by_user is null and k.created_by = old.email));
  return null;
end
$$;
create trigger suspend_keys_of_removed after delete on merchant_users
  for each row execute function suspend_money_keys();
create trigger suspend_keys_of_demoted after update of role, is_active on merchant_users
  for each row
  when (old.role = 'admin' and new.role <> 'admin' or old.is_active and not new.is_active)
  execute function suspend_money_keys();
