-- Emails were sent in one line: many of one merchant, or a few to addresses that answer slowly, delayed everyone's password
-- resets and security notices. Null is an email of the platform itself. `refused` says that the mail server works and
-- turned down this email only.
alter table mail_outbox
  add column merchant_id integer constraint mail_outbox_merchant references merchants,
  add column refused boolean not null default false;
create index mail_outbox_turns on mail_outbox (merchant_id, next_attempt_at, id) where status = 'waiting';
