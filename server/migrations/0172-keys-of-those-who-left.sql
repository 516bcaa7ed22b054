-- A key that moves money stands for its creator. Those who left or were demoted before keys were suspended for it still have
-- keys that work: the key moves no money until the owner confirms it, as if they left now. The audit log knows who created
-- a key. Without an entry, its creator's email address decides.
update api_keys k set suspended_at = app_now()
where k.revoked_at is null and k.suspended_at is null and k.confirmed_by is null and k.scopes && array['refunds', 'withdrawals']
  and not exists (
    select from act_log l where l.subject_kind = 'api-key' and l.subject_id = k.id::text
      and l.act = 'api-key-created' and l.actor_kind = 'merchant')
  and not exists (select from merchants m where m.id = k.merchant_id and m.email = k.created_by)
  and not exists (
    select from merchant_users u where u.merchant_id = k.merchant_id and u.role = 'admin' and u.is_active
      and (u.id = k.created_by_user or (k.created_by_user is null and u.email = k.created_by)));
