-- When the person of a session last gave their password there: at sign-in, or when they were asked for it again. What a
-- stolen session must not do needs it to be recent.
alter table sessions add column password_checked_at timestamptz;
update sessions set password_checked_at = created_at;
alter table sessions
  alter column password_checked_at set default app_now(),
  alter column password_checked_at set not null;

-- Whoever was invited to a position that needs a second factor does nothing else before they have set one up.
alter table admins add column must_enroll boolean not null default false;
alter table merchants add column must_enroll boolean not null default false;
alter table merchant_users add column must_enroll boolean not null default false;
alter table partners add column must_enroll boolean not null default false;

create or replace view people as
  select p.kind, p.id, p.email, coalesce(p.name, m.store_name) as name, p.is_active and coalesce(m.is_active, true) as is_active,
    p.password_hash, p.two_factor_enabled, p.two_factor_secret, p.two_factor_pending_secret, p.two_factor_last_step,
    p.last_password_change, p.merchant_id, p.role, m.store_name, p.share_percentage, p.must_enroll
  from (
    select 'admin'::text as kind, id, email::text as email, name, is_active, password_hash, two_factor_enabled,
      two_factor_secret, two_factor_pending_secret, two_factor_last_step, last_password_change,
      null::integer as merchant_id, null::text as role, null::numeric as share_percentage, must_enroll
    from admins
    union all
    select 'merchant'::text, id, email::text, null::text, is_active, password_hash, two_factor_enabled,
      two_factor_secret, two_factor_pending_secret, two_factor_last_step, last_password_change,
      id, 'owner'::text, null::numeric, must_enroll
    from merchants
    union all
    select 'merchant-user'::text, id, email::text, name, is_active, password_hash, two_factor_enabled,
      two_factor_secret, two_factor_pending_secret, two_factor_last_step, last_password_change,
      merchant_id, role, null::numeric, must_enroll
    from merchant_users
    union all
    select 'partner'::text, id, email::text, name, is_active, password_hash, two_factor_enabled,
      two_factor_secret, two_factor_pending_secret, two_factor_last_step, last_password_change,
      null::integer, null::text, share_percentage::numeric, must_enroll
    from partners
  ) p left join merchants m on m.id = p.merchant_id;

-- As before, and whether the password was given recently.
drop function find_bearer(bytea, integer);
create function find_bearer(token bytea, idle_hours integer, recent_minutes integer)
returns table (session_id integer, password_is_recent boolean, person people) language plpgsql
-- A plan made while few are signed in is kept when there are many: all are looked up one by one.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  at constant timestamptz := app_now();
  session sessions;
begin
  select * into session from sessions
  where token_hash = token and expires_at > at and last_seen_at > at - make_interval(hours => idle_hours);
  if session.id is null then return; end if;
  return query select session.id, session.password_checked_at > at - make_interval(mins => recent_minutes), p from people p
    where p.kind = session.person_kind and p.id = session.person_id and p.is_active;
  if found and session.last_seen_at < at - interval '1 minute' then
    update sessions set last_seen_at = at where id = session.id;
  end if;
end
$$;

-- Event streams that are open, in whichever process, so that a person's can be counted. A stream renews its row while it
-- is open; the row of a process that died expires. Leases are by the world's clock.
create table event_streams (
  id uuid primary key,
  person_kind text not null,
  person_id integer not null,
  leased_until timestamptz not null
);
create index event_streams_by_person on event_streams (person_kind, person_id);
