-- A key that moves money stands for the person who created it. When they leave the store or are no longer its admin, the
-- key moves no money until the owner confirms it. The person is known by number, because email addresses change. The
-- number stays when the person is deleted. A key that the owner confirmed is the owner's.
alter table api_keys
  add column created_by_user integer,
  add column suspended_at timestamptz,
  add column confirmed_by text;
update api_keys k set created_by_user = u.id from merchant_users u where u.merchant_id = k.merchant_id and u.email = k.created_by;

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
create trigger suspend_keys_of_removed after delete on merchant_users for each row execute function suspend_money_keys();
create trigger suspend_keys_of_demoted after update of role, is_active on merchant_users for each row
  when ((old.role = 'admin' and new.role <> 'admin') or (old.is_active and not new.is_active))
  execute function suspend_money_keys();
