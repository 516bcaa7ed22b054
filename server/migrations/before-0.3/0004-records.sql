-- What is written beside an act, in the same transaction: who did it, what is to be mailed, what screens should read again.

create table act_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  actor_kind text not null
    constraint act_log_actor_kind check (actor_kind in ('admin', 'merchant', 'merchant-user', 'partner', 'system', 'anonymous')),
  actor_id integer,
  actor_email text,
  act text not null,
  subject_kind text,
  subject_id text,
  merchant_id integer,
  source_address text,
  detail jsonb not null default '{}'
);
create index act_log_by_merchant on act_log (merchant_id, id desc);
create index act_log_by_act on act_log (act, id desc);
create trigger append_only before update or delete on act_log for each row execute function refuse_change();
create trigger no_truncate before truncate on act_log execute function refuse_change();

create table mail_outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  status text not null default 'waiting' constraint mail_outbox_status check (status in ('waiting', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default app_now(),
  last_error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz
);
create index mail_outbox_waiting on mail_outbox (next_attempt_at, id) where status = 'waiting';
create index mail_outbox_by_recipient on mail_outbox (recipient, id desc);

-- Hints for open browsers. Readers wait until every older transaction has ended (`made_in`), since identities become
-- visible out of order and "greater than the last one" would lose some.
create table changes (
  id bigint generated always as identity primary key,
  made_in xid8 not null default pg_current_xact_id(),
  audience text not null,
  topic text not null,
  at timestamptz not null default now()
);
create index changes_by_transaction on changes (made_in);

create table idempotency_keys (
  scope text not null,
  key text not null,
  input_hash bytea not null,
  answer_status integer,
  answer_body jsonb,
  created_at timestamptz not null default app_now(),
  constraint idempotency_keys_unique primary key (scope, key)
);

-- When each worker last ran, in whichever process, so that one that is stuck is seen.
create table worker_beats (
  name text primary key,
  started_at timestamptz not null,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failures integer not null default 0,
  last_error text
);
