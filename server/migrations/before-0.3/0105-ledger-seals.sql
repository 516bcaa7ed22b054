-- The audit seals finished ranges of the ledger afterwards. A seal has a hash over its range and over the seal before it, so
-- a run recomputes only what came later, and an old entry can't be changed without changing every later seal.

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
  constraint ledger_seals_range check (last_id > after_id)
);
create trigger append_only before update or delete on ledger_seals for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_seals execute function refuse_change();

-- Sums of the sealed entries, as debits minus credits. A reversal counts for the kind of transfer that it undoes.
create table ledger_sealed_sums (
  account_id integer not null constraint ledger_sealed_sums_account references ledger_accounts,
  category text not null,
  amount_sats bigint not null,
  amount_usd numeric(20, 8) not null,
  constraint ledger_sealed_sums_unique primary key (account_id, category)
);

-- Who requested the sends of a range and where they went, per owner, as one salted hash. Erasing a person deletes the salt:
-- the seal still verifies, and nobody can guess what the hash stands for.
create table ledger_seal_people (
  seal_id bigint not null constraint ledger_seal_people_seal references ledger_seals,
  owner_kind text not null,
  owner_id integer not null,
  salt bytea,
  hash bytea not null,
  constraint ledger_seal_people_unique primary key (seal_id, owner_kind, owner_id)
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
create trigger append_only before update or delete on ledger_seal_people for each row execute function keep_seal_people();
create trigger no_truncate before truncate on ledger_seal_people execute function refuse_change();
create index ledger_seal_people_salted on ledger_seal_people (owner_kind, owner_id) where salt is not null;

-- How far the next seals may reach: once every transaction before `noted_in` is decided, all transfers up to `last_id` are.
create table ledger_sealing (
  only_row boolean primary key default true constraint ledger_sealing_only_row check (only_row),
  last_id bigint not null default 0,
  noted_in xid8 not null default '0'
);
insert into ledger_sealing default values;

-- A transaction must have its number before it takes the ID of a transfer. Otherwise a transfer with a lower ID could
-- appear in a range that was sealed while its transaction had no number yet.
create function number_transaction() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end
$$;
create trigger number_transaction before insert on ledger_transfers for each statement execute function number_transaction();

alter table audit_runs
  -- Whether all history was recomputed, or only what came after the last seal.
  add column is_full boolean not null default true;

-- What a run finds of new transfers.
create index transactions_by_transfer on transactions (transfer_id) where transfer_id is not null;
create index sends_by_transfer on sends (transfer_id) where transfer_id is not null;
create index sends_by_end on sends (final_at) where final_at is not null;
create index fee_transactions_by_reversal on fee_transactions (reversed_at) where reversed_at is not null;
create index platform_transactions_unexplained on platform_transactions (txid) where transfer_id is null;
create index node_payments_by_check on node_payments (checked_at) where checked_at is not null;
