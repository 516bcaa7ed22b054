-- A restored database doesn't know which promo codes were used or revoked after its backup, nor which of the emails that
-- waited in it were sent. A code works again when an admin says so. An email is sent again only if an operator wants it.
alter table promo_codes add column suspended_at timestamptz;

alter table mail_outbox
  drop constraint mail_outbox_status,
  add constraint mail_outbox_status check (status in ('waiting', 'sent', 'kept', 'failed', 'dropped', 'held'));
create index mail_outbox_held on mail_outbox (id desc) where status = 'held';

create function hold_restored() returns trigger language plpgsql as $$
begin
  update promo_codes set suspended_at = app_now() where not is_used and revoked_at is null and suspended_at is null;
  update mail_outbox set status = 'held' where status = 'waiting';
  return null;
end
$$;
create trigger restores_hold after insert on restores for each row execute function hold_restored();

-- A restore may be under review already: a backup from before this migration was loaded.
update promo_codes p set suspended_at = app_now() from restores r
where r.finished_at is null and not p.is_used and p.revoked_at is null and p.created_at < r.restored_at;
update mail_outbox m set status = 'held' from restores r
where r.finished_at is null and m.status = 'waiting' and m.created_at < r.restored_at;
