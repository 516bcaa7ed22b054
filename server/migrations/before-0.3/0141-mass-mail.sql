-- An email to every merchant, such as a notice of new fees, delayed everyone's password resets until the last one was sent.
-- These wait for all other emails of the platform.
alter table mail_outbox add column is_mass boolean not null default false;
create index mail_outbox_own on mail_outbox (is_mass, next_attempt_at, id) where status = 'waiting' and merchant_id is null;
