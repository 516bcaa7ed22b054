-- When it was published that nobody claimed a refund in time. Those that expired before are not published anymore.
alter table refunds add column expired_at timestamptz;
update refunds set expired_at = expires_at where status = 'offered' and expires_at <= app_now();
create index refunds_to_expire on refunds (expires_at) where status = 'offered' and expired_at is null;
