-- A database that can only be read still finds out who is signed in. The last use isn't saved then.
create or replace function find_bearer(token bytea, idle_hours integer, recent_minutes integer)
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
