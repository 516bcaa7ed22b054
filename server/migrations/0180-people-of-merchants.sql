-- Everyone who signs in for a merchant, in one table, so that the list of people is read from an index whatever it is
-- filtered and sorted by. Triggers keep it. Sessions end after a week, so it also remembers when someone was last seen.
create table merchant_people (
  id bigint generated always as identity primary key,
  person_kind text not null constraint merchant_people_kind check (person_kind in ('merchant', 'merchant-user')),
  person_id integer not null,
  merchant_id integer not null constraint merchant_people_merchant references merchants(id),
  name text not null,
  email email_address not null,
  role text not null constraint merchant_people_role check (role in ('owner', 'admin', 'user')),
  has_password boolean not null,
  two_factor_enabled boolean not null,
  -- Whether the person and the store may sign in are kept apart, because each changes without a lock on the other.
  is_active boolean not null,
  is_store_active boolean not null,
  status text not null generated always as (
    case when not (is_active and is_store_active) then 'inactive' when has_password then 'active' else 'invited' end) stored,
  created_at timestamptz not null,
  last_seen_at timestamptz,
  constraint merchant_people_unique unique (person_kind, person_id)
);

alter table admins add column last_seen_at timestamptz;

create function keep_merchant_person() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from merchant_people where person_kind = tg_argv[0] and person_id = old.id;
  elsif new.erased_at is not null then
    delete from merchant_people where person_kind = tg_argv[0] and person_id = new.id;
  elsif tg_argv[0] = 'merchant' then
    insert into merchant_people as p (person_kind, person_id, merchant_id, name, email, role, has_password, two_factor_enabled,
      is_active, is_store_active, created_at)
    values ('merchant', new.id, new.id, new.store_name, new.email, 'owner', new.password_hash is not null,
      new.two_factor_enabled, new.is_active, new.is_active, new.created_at)
    on conflict (person_kind, person_id) do update set name = excluded.name, email = excluded.email,
      has_password = excluded.has_password, two_factor_enabled = excluded.two_factor_enabled,
      is_active = excluded.is_active, is_store_active = excluded.is_active;
    if tg_op = 'UPDATE' then
      update merchant_people set is_store_active = new.is_active
      where merchant_id = new.id and is_store_active <> new.is_active;
    end if;
  else
    insert into merchant_people as p (person_kind, person_id, merchant_id, name, email, role, has_password, two_factor_enabled,
      is_active, is_store_active, created_at)
    select 'merchant-user', new.id, new.merchant_id, new.name, new.email, new.role, new.password_hash is not null,
      new.two_factor_enabled, new.is_active, m.is_active, new.created_at
    from merchants m where m.id = new.merchant_id
    on conflict (person_kind, person_id) do update set name = excluded.name, email = excluded.email, role = excluded.role,
      has_password = excluded.has_password, two_factor_enabled = excluded.two_factor_enabled, is_active = excluded.is_active;
  end if;
  return null;
end
$$;
create trigger keep_merchant_person
  after insert or delete or update of email, store_name, password_hash, two_factor_enabled, is_active, erased_at on merchants
  for each row execute function keep_merchant_person('merchant');
create trigger keep_merchant_person
  after insert or delete or update of email, name, role, password_hash, two_factor_enabled, is_active, erased_at on merchant_users
  for each row execute function keep_merchant_person('merchant-user');

-- Who ends sessions locks the person first, and here it is the other way around. A locked row is skipped, and the
-- next request, a minute later, notes it.
create function keep_last_seen() returns trigger language plpgsql as $$
begin
  if new.person_kind = 'admin' then
    update admins set last_seen_at = new.last_seen_at where id in (
      select id from admins where id = new.person_id for no key update skip locked);
  elsif new.person_kind <> 'partner' then
    update merchant_people set last_seen_at = new.last_seen_at where id in (
      select id from merchant_people where person_kind = new.person_kind and person_id = new.person_id
      for no key update skip locked);
  end if;
  return null;
end
$$;
create trigger keep_last_seen after insert or update of last_seen_at on sessions
  for each row execute function keep_last_seen();

insert into merchant_people (person_kind, person_id, merchant_id, name, email, role, has_password, two_factor_enabled,
  is_active, is_store_active, created_at)
select 'merchant', id, id, store_name, email, 'owner', password_hash is not null, two_factor_enabled, is_active, is_active, created_at
from merchants where erased_at is null;
insert into merchant_people (person_kind, person_id, merchant_id, name, email, role, has_password, two_factor_enabled,
  is_active, is_store_active, created_at)
select 'merchant-user', u.id, u.merchant_id, u.name, u.email, u.role, u.password_hash is not null, u.two_factor_enabled,
  u.is_active, m.is_active, u.created_at
from merchant_users u join merchants m on m.id = u.merchant_id where u.erased_at is null;

-- The audit log remembers admins whose sessions have ended. For everyone else it would be too long to read here.
update merchant_people p set last_seen_at = s.at
from (select person_kind, person_id, max(last_seen_at) as at from sessions group by person_kind, person_id) s
where s.person_kind = p.person_kind and s.person_id = p.person_id;
update admins a set last_seen_at = greatest(
  (select max(s.last_seen_at) from sessions s where s.person_kind = 'admin' and s.person_id = a.id),
  (select max(l.at) from act_log l where l.actor_email = a.email and l.actor_kind = 'admin'));

create index merchant_people_by_seen on merchant_people (last_seen_at, id);
create index merchant_people_by_name on merchant_people (lower(name) collate "C", id);
create index merchant_people_by_time on merchant_people (created_at, id);
create index merchant_people_by_merchant on merchant_people (merchant_id);
create index merchant_people_by_email on merchant_people (email);
create index merchant_people_by_role_and_seen on merchant_people (role, last_seen_at, id);
create index merchant_people_by_role_and_name on merchant_people (role, lower(name) collate "C", id);
create index merchant_people_by_role_and_time on merchant_people (role, created_at, id);
create index merchant_people_by_status on merchant_people (status);
create index merchant_people_by_factor on merchant_people (two_factor_enabled, has_password);
