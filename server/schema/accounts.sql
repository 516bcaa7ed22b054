-- Signing in: sessions, recovery codes, limits against guessing, and changes of accounts.

-- Codes that replace the second factor, each once.
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
  purpose text not null default 'reset'
    constraint password_reset_tokens_purpose check (purpose in ('reset', 'invitation')),
  expires_at timestamptz not null,
  used boolean not null default false,
  created_at timestamptz not null default app_now(),
  -- Several stores may invite one address, so a link names its person. Null in links of the previous release.
  person_id integer
);
create index password_reset_tokens_by_email on password_reset_tokens (email);

-- Signed-in browsers.
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
  expires_at timestamptz not null,
  -- When the person of a session last gave their password there: at sign-in, or when they were asked for it again. What a
  -- stolen session must not do needs it to be recent.
  password_checked_at timestamptz not null default app_now()
);
create index sessions_by_person on sessions (person_kind, person_id);
create trigger keep_last_seen after insert or update of last_seen_at on sessions
  for each row execute function keep_last_seen();

-- From where someone has signed in before, so that they get an email about a sign-in from elsewhere.
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

-- How many sign-ins of an account failed lately, from anywhere. It never closes the account: beyond a number of failures
-- a sign-in from a device that is not known needs a proof of work. Half of the failures are forgotten every 6 hours.
create table sign_in_failures (
  account text primary key,
  failures double precision not null,
  updated_at timestamptz not null
);

-- Proofs of work that were used. Each works once; after its expiry it does not work anyway.
create table spent_proofs (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_proofs_by_expiry on spent_proofs (expires_at);

-- Changes of an owner's account that an admin starts and that wait before they are applied: a recovery, when phone and
-- codes are lost, and another email address. Meanwhile people of the merchant are notified and can stop them.
create table account_changes (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint account_changes_merchant references merchants(id),
  kind text not null constraint account_changes_kind check (kind in ('recovery', 'email')),
  -- Why, or how the identity was checked.
  reason text not null,
  old_email email_address not null,
  new_email email_address,
  requested_by integer not null constraint account_changes_requested_by references admins(id),
  status text not null default 'open'
    constraint account_changes_status check (status in ('open', 'stopped', 'applied', 'failed')),
  created_at timestamptz not null default app_now(),
  due_at timestamptz not null,
  ended_at timestamptz,
  constraint account_changes_ended check ((status = 'open') = (ended_at is null)),
  constraint account_changes_email check ((kind = 'email') = (new_email is not null))
);
-- One at a time, also when two admins start at once.
create unique index account_changes_one_open on account_changes (merchant_id) where status = 'open';
create index account_changes_due on account_changes (due_at) where status = 'open';
create index account_changes_by_merchant on account_changes (merchant_id, id);

-- Each person who is notified gets a link that stops the change. Only its hash is stored.
create table account_change_links (
  token_hash bytea primary key,
  change_id integer not null constraint account_change_links_change references account_changes(id),
  email email_address not null
);
create index account_change_links_by_change on account_change_links (change_id);

-- Someone who is deactivated or removed is signed out in the same transaction, and so are the users of a merchant. Open
-- browsers are told.
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
create trigger end_sessions_of_removed after delete on admins for each row execute function end_sessions('admin');
create trigger end_sessions_of_inactive after update of is_active on merchants
  for each row when (not new.is_active) execute function end_sessions('merchant');
create trigger end_sessions_of_removed after delete on merchants for each row execute function end_sessions('merchant');
create trigger end_sessions_of_inactive after update of is_active on merchant_users
  for each row when (not new.is_active) execute function end_sessions('merchant-user');
create trigger end_sessions_of_removed after delete on merchant_users
  for each row execute function end_sessions('merchant-user');
create trigger end_sessions_of_inactive after update of is_active on partners
  for each row when (not new.is_active) execute function end_sessions('partner');
create trigger end_sessions_of_removed after delete on partners for each row execute function end_sessions('partner');

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

-- A database that can only be read still finds out who is signed in. The last use isn't saved then.
create function find_bearer(token bytea, idle_hours integer, recent_minutes integer)
  returns table(session_id integer, password_is_recent boolean, person people) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  at constant timestamptz := app_now();
  session sessions;
begin
  select * into session from sessions
  where token_hash = token and expires_at > at and last_seen_at > at - make_interval(hours => idle_hours);
  if session.id is null then return; end if;
  if session.person_kind = 'merchant' then
    select p.* into person from people p where p.kind = 'merchant' and p.id = session.person_id and p.is_active;
  elsif session.person_kind = 'merchant-user' then
    select p.* into person from people p where p.kind = 'merchant-user' and p.id = session.person_id and p.is_active;
  elsif session.person_kind = 'partner' then
    select p.* into person from people p where p.kind = 'partner' and p.id = session.person_id and p.is_active;
  elsif session.person_kind = 'admin' then
    select p.* into person from people p where p.kind = 'admin' and p.id = session.person_id and p.is_active;
  end if;
  if person.id is null then return; end if;
  if exists (select from unconfirmed_people u
      where u.person_kind = session.person_kind and u.person_id = session.person_id and u.returned_at is null) then
    return;
  end if;
  session_id := session.id;
  password_is_recent := session.password_checked_at > at - make_interval(mins => recent_minutes);
  return next;
  if session.last_seen_at < at - interval '1 minute' and current_setting('transaction_read_only') = 'off' then
    update sessions set last_seen_at = at where id = session.id;
  end if;
end
$$;

-- Counts a sign-in as a failure before its password is checked, so that parallel ones cannot all be the first; a success
-- gives it back. Returns null when the sign-in may go on, else the number of failures that asks for a proof.
create function take_sign_in(p_account text, p_free integer, p_proven boolean)
  returns double precision language plpgsql as $$
declare
  t timestamptz := app_now();
  r sign_in_failures;
begin
  insert into sign_in_failures as f (account, failures, updated_at) values (p_account, 0, t)
  on conflict (account) do update set
    failures = f.failures * power(0.5, greatest(extract(epoch from t - f.updated_at), 0) / 21600),
    updated_at = greatest(t, f.updated_at)
  returning * into r;
  -- Rounded, since a little is forgotten between any two.
  if round(r.failures) >= p_free and not p_proven then
    return r.failures;
  end if;
  update sign_in_failures set failures = failures + 1 where account = p_account;
  return null;
end
$$;
