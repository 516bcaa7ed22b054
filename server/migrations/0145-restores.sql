-- A restored database has forgotten what happened after its backup: rights that were revoked, people who left, money that
-- was sent. Until an operator has reviewed it, nothing of that moment is trusted.
create table restores (
  id integer generated always as identity primary key,
  -- Everything until then is known. What happened between this and restored_at may be missing.
  backup_at timestamptz not null,
  restored_at timestamptz not null default app_now(),
  -- Of the code that the restore printed. It works once, for the admin who reviews.
  code_hash bytea not null,
  code_used_at timestamptz,
  reviewer_id integer constraint restores_reviewer_admin references admins (id),
  finished_at timestamptz,
  constraint restores_reviewer check ((code_used_at is null) = (reviewer_id is null))
);
create unique index restores_one_open on restores ((true)) where finished_at is null;

-- People of a restored database. They can't sign in before they are confirmed and have set a new password.
create table unconfirmed_people (
  id integer generated always as identity constraint unconfirmed_people_id unique,
  person_kind text not null constraint unconfirmed_people_kind check (person_kind in ('admin', 'merchant', 'merchant-user', 'partner')),
  person_id integer not null,
  restore_id integer not null references restores (id),
  confirmed_at timestamptz,
  returned_at timestamptz,
  primary key (person_kind, person_id)
);

-- API keys of a restored database. One works again when somebody has decided so.
create table suspended_api_keys (
  key_id integer primary key references api_keys (id) on delete cascade,
  restore_id integer not null references restores (id),
  decision text constraint suspended_api_keys_decision check (decision in ('revoke', 'work')),
  decided_at timestamptz,
  refused_requests integer not null default 0
);
create index suspended_api_keys_of_restore on suspended_api_keys (restore_id);

-- What waited when the backup was written, and was canceled by the restore. The owner is emailed once.
create table restore_cancellations (
  id integer generated always as identity primary key,
  restore_id integer not null references restores (id),
  merchant_id integer not null references merchants (id) on delete cascade,
  kind text not null constraint restore_cancellations_kind check (kind in ('recovery', 'email', 'closing')),
  emailed_at timestamptz
);
create index restore_cancellations_unsent on restore_cancellations (id) where emailed_at is null;

-- Starts the review of a database that lacks what happened after backup_at. Called by the transaction that loads a backup,
-- so that no server ever sees the rows without it. It is SQL, because it touches the tables of many nouns. backup_at is
-- by the world's clock.
create function open_restore(backup_at timestamptz, code_hash bytea) returns integer language plpgsql as $$
declare
  at constant timestamptz := app_now();
  opened integer;
begin
  -- The backup may have been written during an earlier review, which this one replaces.
  update restores set finished_at = at where finished_at is null;
  insert into restores (backup_at, restored_at, code_hash)
    select open_restore.backup_at + clock_offset, at, open_restore.code_hash from platform returning id into opened;
  update platform set withdrawals_paused = true;

  -- Nobody is signed in, and no link in an email works.
  delete from sessions;
  update password_reset_tokens set used = true where not used;
  insert into unconfirmed_people (person_kind, person_id, restore_id)
    select 'admin', id, opened from admins union all
    select 'merchant', id, opened from merchants union all
    select 'merchant-user', id, opened from merchant_users union all
    select 'partner', id, opened from partners
    on conflict (person_kind, person_id) do update 
      set restore_id = opened, confirmed_at = null, returned_at = null;

  -- Programs and devices.
  insert into suspended_api_keys (key_id, restore_id) select id, opened from api_keys where revoked_at is null
    on conflict (key_id) do update
    set restore_id = opened, decision = null, decided_at = null, refused_requests = 0;
  update till_devices set revoked_at = at, link_hash = null where revoked_at is null;

  -- Somebody may have stopped these after the backup.
  with stopped as (
    update account_changes set status = 'stopped', ended_at = at where status = 'open' returning merchant_id, kind
  ), reopened as (
    update merchants set closing_since = null, updated_at = at where closing_since is not null and closed_at is null
    returning id
  )
  insert into restore_cancellations (restore_id, merchant_id, kind)
    select opened, merchant_id, kind from stopped union all select opened, id, 'closing' from reopened;
  return opened;
end
$$;

-- As before, but a session of somebody who isn't confirmed finds nobody. One can start while a review is being opened.
create or replace function find_bearer(token bytea, idle_hours integer, recent_minutes integer)
returns table (session_id integer, password_is_recent boolean, person people) language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
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
  if session.last_seen_at < at - interval '1 minute' then
    update sessions set last_seen_at = at where id = session.id;
  end if;
end
$$;

-- A backup that was written before this migration was loaded without these tables. Its restore left what it knew here.
do $$
begin
  if to_regclass('restore_to_open') is not null then
    perform open_restore(t.backup_at, t.code_hash) from restore_to_open t;
    drop table restore_to_open;
  end if;
end
$$;
