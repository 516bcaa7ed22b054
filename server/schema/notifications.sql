-- The bell: what a person is notified of, and which notifications they want.

-- What a person is notified of. Each row is written in the transaction of what it reports. The subject names that, so that
-- nobody is notified of the same thing twice. People who only want an email have a row too, which their bell doesn't show.
create table notifications (
  id integer generated always as identity primary key,
  person_kind text not null
    constraint notifications_person_kind check (person_kind in ('merchant', 'merchant-user', 'partner')),
  person_id integer not null,
  kind text not null
    constraint notifications_kind check (kind in ('payment-received', 'refund-claimed', 'payout-sent', 'needs-attention')),
  subject text not null,
  in_bell boolean not null,
  reason text
    constraint notifications_reason check (reason in ('overpaid', 'paid-late', 'partially-paid', 'overdue', 'double-spent', 'payout-failed', 'webhook-disabled', 'refund-requested')),
  amount_usd numeric(16,2),
  about text constraint notifications_about check (length(about) <= 200),
  invoice_id text,
  at timestamptz not null default app_now(),
  read_at timestamptz,
  constraint notifications_once unique (person_kind, person_id, kind, subject)
);
create index notifications_of_person on notifications (person_kind, person_id, id) where in_bell;
create index notifications_unread on notifications (person_kind, person_id) where in_bell and read_at is null;
create index notifications_by_date on notifications (at);

-- Only what a person has changed.
create table notification_settings (
  person_kind text not null
    constraint notification_settings_person_kind check (person_kind in ('merchant', 'merchant-user', 'partner')),
  person_id integer not null,
  kind text not null
    constraint notification_settings_kind check (kind in ('payment-received', 'refund-claimed', 'payout-sent', 'needs-attention')),
  email boolean not null,
  bell boolean not null,
  constraint notification_settings_unique primary key (person_kind, person_id, kind)
);

-- A removed person's notifications go too.
create function delete_notifications() returns trigger language plpgsql as $$
begin
  delete from notifications where person_kind = tg_argv[0] and person_id = old.id;
  delete from notification_settings where person_kind = tg_argv[0] and person_id = old.id;
  return null;
end
$$;
create trigger delete_notifications after delete on merchants
  for each row execute function delete_notifications('merchant');
create trigger delete_notifications after delete on merchant_users
  for each row execute function delete_notifications('merchant-user');
create trigger delete_notifications after delete on partners
  for each row execute function delete_notifications('partner');
