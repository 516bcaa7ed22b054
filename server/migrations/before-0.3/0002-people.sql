-- Four kinds of people sign in through one form. Each table carries the same credential columns, so that one piece of
-- code serves all four. E-mail addresses are lower case and unique across all of them.

create domain email_address as text
  constraint email_address_form check (value = lower(value) and length(value) between 3 and 254 and position('@' in value) > 1);

create table admins (
  id integer generated always as identity primary key,
  email email_address not null,
  password_hash text,
  name text not null,
  is_active boolean not null default true,
  two_factor_enabled boolean not null default false,
  two_factor_secret text,
  two_factor_pending_secret text,
  two_factor_last_step bigint,
  two_factor_changed_at timestamptz,
  last_password_change timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint admins_email_unique unique (email),
  constraint admins_two_factor check (not two_factor_enabled or two_factor_secret is not null)
);

create table merchants (
  id integer generated always as identity primary key,
  email email_address not null,
  password_hash text,
  store_name text not null constraint merchants_store_name check (length(store_name) between 1 and 120),
  btcpay_store_id text,
  btcpay_api_key text,
  btcpay_server_url text,
  is_active boolean not null default true,
  total_deposits_usd numeric(12, 2) not null default 0.00,
  markup_fee_percent numeric(5, 3) not null default 0.000
    constraint merchants_markup_fee_percent check (markup_fee_percent between 0 and 50),
  two_factor_enabled boolean not null default false,
  two_factor_secret text,
  two_factor_pending_secret text,
  two_factor_last_step bigint,
  two_factor_changed_at timestamptz,
  last_password_change timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint merchants_email_unique unique (email),
  constraint merchants_store_unique unique (btcpay_server_url, btcpay_store_id),
  constraint merchants_total_deposits_usd check (total_deposits_usd >= 0),
  constraint merchants_two_factor check (not two_factor_enabled or two_factor_secret is not null)
);

create table merchant_users (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint merchant_users_merchant references merchants,
  email email_address not null,
  password_hash text,
  name text not null constraint merchant_users_name check (length(name) between 1 and 120),
  role text not null default 'user' constraint merchant_users_role check (role in ('admin', 'user')),
  is_active boolean not null default true,
  two_factor_enabled boolean not null default false,
  two_factor_secret text,
  two_factor_pending_secret text,
  two_factor_last_step bigint,
  two_factor_changed_at timestamptz,
  password_reset_token text,
  password_reset_expires timestamptz,
  last_password_change timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint merchant_users_email_unique unique (email),
  constraint merchant_users_two_factor check (not two_factor_enabled or two_factor_secret is not null)
);
create index merchant_users_by_merchant on merchant_users (merchant_id);

create table partners (
  id integer generated always as identity primary key,
  email email_address not null,
  password_hash text,
  name text not null constraint partners_name check (length(name) between 1 and 120),
  share_percentage numeric(5, 2) not null default 33.33
    constraint partners_share_percentage check (share_percentage between 0 and 100),
  current_balance_btc numeric(16, 8) not null default 0,
  total_earned_btc numeric(16, 8) not null default 0,
  total_withdrawn_btc numeric(16, 8) not null default 0 constraint partners_total_withdrawn_btc check (total_withdrawn_btc >= 0),
  current_balance_usd numeric(12, 2) not null default 0,
  total_earned_usd numeric(12, 2) not null default 0,
  total_withdrawn_usd numeric(12, 2) not null default 0 constraint partners_total_withdrawn_usd check (total_withdrawn_usd >= 0),
  lightning_earned_usd numeric(12, 2) not null default 0,
  is_active boolean not null default true,
  two_factor_enabled boolean not null default false,
  two_factor_secret text,
  two_factor_pending_secret text,
  two_factor_last_step bigint,
  two_factor_changed_at timestamptz,
  last_password_change timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint partners_email_unique unique (email),
  constraint partners_two_factor check (not two_factor_enabled or two_factor_secret is not null)
);

create table email_addresses (
  email email_address constraint email_addresses_unique primary key,
  person_kind text not null,
  person_id integer not null,
  constraint email_addresses_person unique (person_kind, person_id)
);

create function keep_email_address() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from email_addresses where person_kind = tg_argv[0] and person_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into email_addresses (email, person_kind, person_id) values (new.email, tg_argv[0], new.id);
  end if;
  return null;
end
$$;
create trigger keep_email_address after insert or delete or update of email on admins
  for each row execute function keep_email_address('admin');
create trigger keep_email_address after insert or delete or update of email on merchants
  for each row execute function keep_email_address('merchant');
create trigger keep_email_address after insert or delete or update of email on merchant_users
  for each row execute function keep_email_address('merchant-user');
create trigger keep_email_address after insert or delete or update of email on partners
  for each row execute function keep_email_address('partner');

-- Everyone who can sign in, read in one place: a session joins it, and so does the sign-in form. Someone of a merchant
-- is active while the merchant is. The merchant is joined outside the union, or its users would be read all at once
-- instead of one by its key.
create view people as
  select p.kind, p.id, p.email, coalesce(p.name, m.store_name) as name, p.is_active and coalesce(m.is_active, true) as is_active,
    p.password_hash, p.two_factor_enabled, p.two_factor_secret, p.two_factor_pending_secret, p.two_factor_last_step,
    p.last_password_change, p.merchant_id, p.role, m.store_name, p.share_percentage
  from (
    select 'admin'::text as kind, id, email::text as email, name, is_active, password_hash, two_factor_enabled,
      two_factor_secret, two_factor_pending_secret, two_factor_last_step, last_password_change,
      null::integer as merchant_id, null::text as role, null::numeric as share_percentage
    from admins
    union all
    select 'merchant'::text, id, email::text, null::text, is_active, password_hash, two_factor_enabled,
      two_factor_secret, two_factor_pending_secret, two_factor_last_step, last_password_change,
      id, 'owner'::text, null::numeric
    from merchants
    union all
    select 'merchant-user'::text, id, email::text, name, is_active, password_hash, two_factor_enabled,
      two_factor_secret, two_factor_pending_secret, two_factor_last_step, last_password_change,
      merchant_id, role, null::numeric
    from merchant_users
    union all
    select 'partner'::text, id, email::text, name, is_active, password_hash, two_factor_enabled,
      two_factor_secret, two_factor_pending_secret, two_factor_last_step, last_password_change,
      null::integer, null::text, share_percentage::numeric
    from partners
  ) p left join merchants m on m.id = p.merchant_id;

create table recovery_codes (
  id integer generated always as identity primary key,
  person_kind text not null,
  person_id integer not null,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default app_now(),
  constraint recovery_codes_unique unique (person_kind, person_id, code_hash)
);

-- `token` is the hash of what was mailed. Invitations are the same thing with a longer life.
create table password_reset_tokens (
  id integer generated always as identity primary key,
  email email_address not null,
  token text not null constraint password_reset_tokens_token_unique unique,
  user_type text not null
    constraint password_reset_tokens_user_type check (user_type in ('admin', 'merchant', 'merchant-user', 'partner')),
  purpose text not null default 'reset' constraint password_reset_tokens_purpose check (purpose in ('reset', 'invitation')),
  expires_at timestamptz not null,
  used boolean not null default false,
  created_at timestamptz not null default app_now()
);
create index password_reset_tokens_by_email on password_reset_tokens (email);

create table sessions (
  id integer generated always as identity primary key,
  person_kind text not null
    constraint sessions_person_kind check (person_kind in ('admin', 'merchant', 'merchant-user', 'partner')),
  person_id integer not null,
  token_hash bytea not null constraint sessions_token_hash_unique unique,
  source_address text not null,
  device text not null,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
create index sessions_by_person on sessions (person_kind, person_id);

-- Whoever is deactivated or removed is signed out in the same transaction, whichever code does it; a merchant takes its
-- users along. Open browsers are told, and nobody comes back signed in.
create function end_sessions() returns trigger language plpgsql as $$
begin
  with ended as (
    delete from sessions where (person_kind = tg_argv[0] and person_id = old.id)
      or (tg_argv[0] = 'merchant' and person_kind = 'merchant-user'
        and person_id in (select id from merchant_users where merchant_id = old.id))
    returning person_kind, person_id
  )
  insert into changes (audience, topic)
    select distinct 'person:' || person_kind || ':' || person_id, 'sessions' from ended;
  return null;
end
$$;
create trigger end_sessions_of_inactive after update of is_active on admins
  for each row when (not new.is_active) execute function end_sessions('admin');
create trigger end_sessions_of_removed after delete on admins
  for each row execute function end_sessions('admin');
create trigger end_sessions_of_inactive after update of is_active on merchants
  for each row when (not new.is_active) execute function end_sessions('merchant');
create trigger end_sessions_of_removed after delete on merchants
  for each row execute function end_sessions('merchant');
create trigger end_sessions_of_inactive after update of is_active on merchant_users
  for each row when (not new.is_active) execute function end_sessions('merchant-user');
create trigger end_sessions_of_removed after delete on merchant_users
  for each row execute function end_sessions('merchant-user');
create trigger end_sessions_of_inactive after update of is_active on partners
  for each row when (not new.is_active) execute function end_sessions('partner');
create trigger end_sessions_of_removed after delete on partners
  for each row execute function end_sessions('partner');

-- From where someone has signed in before, so that a sign-in from elsewhere can be told to them.
create table known_devices (
  person_kind text not null,
  person_id integer not null,
  fingerprint bytea not null,
  first_seen_at timestamptz not null default app_now(),
  constraint known_devices_unique primary key (person_kind, person_id, fingerprint)
);

-- Attempts are counted on one locked row for each bucket, so that parallel ones cannot all be the first.
create table attempt_limits (
  bucket text primary key,
  attempts integer not null,
  blocks integer not null default 0,
  window_started_at timestamptz not null,
  blocked_until timestamptz
);

-- Takes one attempt. Returns null when it is allowed, else the time from which it will be. Each block in a row is twice
-- as long as the one before where p_grows says so; an hour of quiet forgets them.
create function take_attempt(p_bucket text, p_limit integer, p_window interval, p_grows boolean default true)
returns timestamptz language plpgsql as $$
declare
  t timestamptz := app_now();
  r attempt_limits;
begin
  insert into attempt_limits as l (bucket, attempts, window_started_at) values (p_bucket, 1, t)
  on conflict (bucket) do update set
    attempts = case when l.window_started_at + p_window <= t then 1 else l.attempts + 1 end,
    window_started_at = case when l.window_started_at + p_window <= t then t else l.window_started_at end,
    blocks = case when greatest(l.window_started_at, l.blocked_until) + p_window + '1 hour' <= t then 0 else l.blocks end
  returning * into r;
  if r.blocked_until > t then
    return r.blocked_until;
  end if;
  if r.attempts > p_limit then
    update attempt_limits set
      attempts = 0, window_started_at = t, blocks = r.blocks + 1,
      blocked_until = t + p_window * case when p_grows then power(2, least(r.blocks, 6)) else 1 end
    where bucket = p_bucket returning blocked_until into r.blocked_until;
    return r.blocked_until;
  end if;
  return null;
end
$$;
