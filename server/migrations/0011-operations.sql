-- What operators run the platform by: audits of the ledger, alerts, and the ways by which their lists are read.

create table audit_runs (
  id integer generated always as identity primary key,
  started_at timestamptz not null default app_now(),
  finished_at timestamptz,
  -- What was looked at, and what does not add up: [{"check", "subject", "expected", "found"}, …].
  checks jsonb not null default '[]',
  findings jsonb not null default '[]',
  -- Why it could not be done to the end.
  failure text,
  -- Who asked for it; nobody did where its time had come.
  asked_by text
);

-- Something that an operator should look at. It is open until it is over; whoever is told is told once.
create table alerts (
  id integer generated always as identity primary key,
  kind text not null constraint alerts_kind check (kind in (
    'wallet-low', 'audit-not-clean', 'worker-stuck', 'mail-failing', 'engine-down', 'send-stuck', 'store-unread'
  )),
  -- Of several of a kind, which: a worker's name, a send's number. Empty where there can be only one.
  subject text not null default '',
  sentence text not null,
  since timestamptz not null default app_now(),
  told_at timestamptz,
  over_at timestamptz
);
create unique index alerts_open on alerts (kind, subject) where over_at is null;

-- An announced change of fees that was taken back before it came into force. The schedule itself is for ever.
create table fee_schedule_withdrawals (
  schedule_id integer primary key constraint fee_schedule_withdrawals_schedule references fee_schedules,
  withdrawn_by integer not null constraint fee_schedule_withdrawals_by references admins,
  withdrawn_at timestamptz not null default app_now()
);
create trigger append_only before update or delete on fee_schedule_withdrawals for each row execute function refuse_change();

-- Every list of an operator's begins at its end, whatever it is filtered by.
create index transactions_newest on transactions (seen_at desc, id desc);
create index transactions_pending on transactions (seen_at desc, id desc) where status = 'pending';
create index transactions_failed on transactions (seen_at desc, id desc) where status = 'failed';
create index transactions_large on transactions (seen_at desc, id desc) where amount_usd > 1000;
create index transactions_business on transactions (seen_at desc, id desc) where purpose in ('invoice', 'withdrawal', 'refund');
create index transactions_by_txid on transactions (txid text_pattern_ops);
create index transactions_by_address on transactions (address text_pattern_ops) where address is not null;
create index transactions_by_invoice on transactions (invoice_id text_pattern_ops) where invoice_id is not null;
create index transactions_by_words on transactions using gin (search_words(description)) where description is not null;
create index merchants_by_name on merchants (lower(store_name) text_pattern_ops, id);

create index act_log_by_actor on act_log (actor_email text_pattern_ops, id desc) where actor_email is not null;
create index act_log_by_actor_kind on act_log (actor_kind, id desc);
create index act_log_by_subject on act_log (subject_kind, subject_id, id desc) where subject_kind is not null;
create index act_log_by_source on act_log (source_address text_pattern_ops, id desc) where source_address is not null;

-- Volume is what customers paid for invoices; the merchant's own money coming home is none.
create index transactions_volume on transactions (seen_at) include (merchant_id, amount_usd)
  where booked and type = 'incoming' and purpose = 'invoice';
create index sends_withdrawn on sends (confirmed_at) include (amount_usd) where kind = 'withdrawal' and status = 'confirmed';
create index ledger_transfers_by_time on ledger_transfers (posted_at, id);
create index mail_outbox_failed on mail_outbox (id desc) where status = 'failed';
create index merchant_applications_pending on merchant_applications (id desc) where status = 'pending';

-- What was announced and still holds.
create view standing_fee_schedules as
  select s.* from fee_schedules s
  where not exists (select from fee_schedule_withdrawals w where w.schedule_id = s.id);

-- A letter that nobody wants to be sent any more.
alter table mail_outbox
  drop constraint mail_outbox_status,
  add constraint mail_outbox_status check (status in ('waiting', 'sent', 'kept', 'failed', 'dropped'));
