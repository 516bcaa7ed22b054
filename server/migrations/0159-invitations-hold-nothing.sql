-- An invitation to a store's team doesn't hold the email address: anyone may invite any address. It is held once the
-- invitation is accepted. Who is invited and has never joined has no password and never changed a second factor.
alter table merchant_users drop constraint merchant_users_email_unique;
create unique index merchant_users_email_unique on merchant_users (email) where password_hash is not null;
create unique index merchant_users_of_team on merchant_users (merchant_id, email);

create or replace function keep_email_address() returns trigger language plpgsql as $$
declare
  v_invites boolean := false;
begin
  if tg_op <> 'DELETE' then
    v_invites := tg_argv[0] = 'merchant-user' and new.password_hash is null and new.two_factor_changed_at is null;
  end if;
  if tg_op = 'UPDATE' then
    if new.email = old.email and (tg_argv[0] <> 'merchant-user'
      or v_invites = (old.password_hash is null and old.two_factor_changed_at is null)) then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    delete from email_addresses where person_kind = tg_argv[0] and person_id = old.id;
  end if;
  if v_invites then
    -- The address leads to the first invitation while nobody holds it.
    insert into email_addresses (email, person_kind, person_id) values (new.email, tg_argv[0], new.id)
    on conflict (email) do nothing;
  elsif tg_op <> 'DELETE' then
    delete from email_addresses e using merchant_users u
    where e.email = new.email and e.person_kind = 'merchant-user' and u.id = e.person_id
      and u.password_hash is null and u.two_factor_changed_at is null;
    insert into email_addresses (email, person_kind, person_id) values (new.email, tg_argv[0], new.id);
  end if;
  return null;
end
$$;
drop trigger keep_email_address on merchant_users;
create trigger keep_email_address after insert or delete or update of email, password_hash, two_factor_changed_at
  on merchant_users
  for each row execute function keep_email_address('merchant-user');

-- Several stores may invite one address, so a link names its person. Null in links of the previous release.
alter table password_reset_tokens add column person_id integer;
update password_reset_tokens t set person_id = e.person_id
from email_addresses e where e.email = t.email and e.person_kind = t.user_type and not t.used;
