-- What operators run the platform by: audits of the ledger and their seals, alerts, and queues.

-- Each audit of the ledger.
create table audit_runs (
  id integer generated always as identity primary key,
  started_at timestamptz not null default app_now(),
  finished_at timestamptz,
  -- What was looked at, and what does not add up: [{"check", "subject", "expected", "found"}, …].
  checks jsonb not null default '[]',
  findings jsonb not null default '[]',
  -- Why it could not be done to the end.
  failure text,
  -- Who requested it. Null: it was due.
  asked_by text,
  -- What adds up and should be seen all the same: [{"topic", "subject", "note"}, …].
  notes jsonb not null default '[]',
  -- Whether all history was recomputed, or only what came after the last seal.
  is_full boolean not null default true,
  -- Findings that were acknowledged are kept apart from those that are open, so that counts of findings mean open ones.
  acknowledged jsonb not null default '[]'
);

-- Something that an operator should look at. It is open until it is over, and each person is told once.
create table alerts (
  id integer generated always as identity primary key,
  -- The list of alerts is in the contract; a second list here would have to be changed with every new kind.
  kind text not null constraint alerts_kind check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- Of several of a kind, which: a worker's name, a send's number. Empty where there can be only one.
  subject text not null default '',
  sentence text not null,
  since timestamptz not null default app_now(),
  told_at timestamptz,
  over_at timestamptz,
  -- The cause in a few words, which is the email's subject, and how much follows from it.
  title text not null default '',
  follows jsonb not null default '[]'
);
create unique index alerts_open on alerts (kind, subject) where over_at is null;

-- How long each queue was in the last minutes, for the charts of the System page. A worker adds and removes rows.
create table queue_samples (
  minute timestamptz primary key,
  webhooks bigint not null,
  emails bigint not null,
  failed_emails bigint not null,
  payouts bigint not null,
  stuck_payouts bigint not null
);

-- A range of the ledger that was audited and can be verified by its hashes.
create table ledger_seals (
  id bigint primary key,
  -- The range: transfers above `after_id`, up to and including `last_id`.
  after_id bigint not null constraint ledger_seals_after unique,
  last_id bigint not null,
  transfers bigint not null,
  entries bigint not null,
  -- SHA-256 over the transfers with their entries, over the personal hashes of the range, and over the sums of all
  -- accounts at the end of the range.
  entries_hash bytea not null,
  people_hash bytea not null,
  sums_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null default app_now(),
  -- A seal of format 2 binds each entry to the owner of its account. Seals of format 1 bound only the account.
  format smallint not null default 1,
  constraint ledger_seals_range check (last_id > after_id)
);
create trigger append_only before delete or update on ledger_seals for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_seals for each statement execute function refuse_change();

-- Sums of the sealed entries, as debits minus credits. A reversal counts for the kind of transfer that it undoes.
create table ledger_sealed_sums (
  account_id integer not null constraint ledger_sealed_sums_account references ledger_accounts(id),
  category text not null,
  amount_sats bigint not null,
  amount_usd numeric(20,8) not null,
  constraint ledger_sealed_sums_unique primary key (account_id, category)
);

-- Who requested the sends of a range and where they went, per owner, as one salted hash. Erasing a person deletes the salt:
-- the seal still verifies, and nobody can guess what the hash stands for.
create table ledger_seal_people (
  seal_id bigint not null constraint ledger_seal_people_seal references ledger_seals(id),
  owner_kind text not null,
  owner_id integer not null,
  salt bytea,
  hash bytea not null,
  constraint ledger_seal_people_unique primary key (seal_id, owner_kind, owner_id)
);
create index ledger_seal_people_salted on ledger_seal_people (owner_kind, owner_id) where salt is not null;
create trigger no_truncate before truncate on ledger_seal_people for each statement execute function refuse_change();

-- How far the next seals may reach: once every transaction before `noted_in` is decided, all transfers up to `last_id` are.
create table ledger_sealing (
  only_row boolean default true primary key constraint ledger_sealing_only_row check (only_row),
  last_id bigint not null default 0,
  noted_in xid8 not null default '0'
);
insert into ledger_sealing default values;

-- A finding of the audit that an operator has looked at and explained. It covers exactly these figures.
create table audit_acknowledgments (
  check_name text not null,
  subject text not null,
  expected text not null,
  found text not null,
  reason text not null constraint audit_acknowledgments_reason check (length(reason) between 1 and 1000),
  acknowledged_by text not null,
  acknowledged_at timestamptz not null default app_now(),
  constraint audit_acknowledgments_key primary key (check_name, subject)
);

-- The last measurement of what the platform needs from outside: mail server, explorer, clocks, disks and certificates.
create table health_checks (
  kind text not null,
  -- Of several of a kind, which: a machine, a BTCPay Server. Empty where there can be only one.
  subject text not null default '',
  -- Null while it is well.
  problem text,
  -- What was measured: seconds, bytes or a time.
  figure double precision,
  -- What the figure is a part of, such as the size of a disk.
  whole double precision,
  checked_at timestamptz not null default app_now(),
  primary key (kind, subject)
);

create function keep_seal_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.salt is null
    and (new.seal_id, new.owner_kind, new.owner_id, new.hash) = (old.seal_id, old.owner_kind, old.owner_id, old.hash) then
    return new;
  end if;
  raise exception 'only the salt of a sealed hash can be deleted' using errcode = 'integrity_constraint_violation';
end
$$;
create trigger append_only before delete or update on ledger_seal_people
  for each row execute function keep_seal_people();
