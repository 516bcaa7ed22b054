-- Double entry in satoshis. A transfer's entries sum to zero, and debits are positive. Nothing here is ever changed or
-- deleted: a correction is a new transfer. The database guards all of it.

-- The kinds of accounts, and how each is kept from being overdrawn.
create table ledger_account_kinds (
  kind text primary key,
  -- The sign of an entry that makes the account's balance grow.
  normal_sign smallint not null constraint ledger_account_kinds_sign check (normal_sign in (-1, 1)),
  -- How overdrafts are kept out. balance: a row that every posting locks. takings: only what takes from the account
  -- waits, and sums up what is there, so that payments of different merchants never wait for each other although each
  -- credits the same partners. none: the account may have any balance.
  guard text not null constraint ledger_account_kinds_guard check (guard in ('balance', 'takings', 'none'))
);
insert into ledger_account_kinds (kind, normal_sign, guard) values
  ('fees-owed', 1, 'balance'), -- a merchant owes us
  ('lightning', -1, 'balance'), -- a merchant's money on the shared node
  ('earned', -1, 'takings'), -- a partner's share, not yet paid out
  ('payout-hold', -1, 'balance'), -- a partner's money on its way out
  ('loop-out-hold', -1, 'balance'), -- a merchant's Lightning money on its way out
  ('loop-out-payable', -1, 'balance'), -- what we owe on-chain for Lightning money already taken
  ('wallet', 1, 'none'), -- the platform's on-chain wallet
  ('lightning-node', 1, 'none'), -- the shared node's channels
  ('revenue', -1, 'none'), -- what the platform earned
  ('capital', -1, 'none'), -- what the operator put in or took out
  ('network-fees', 1, 'none'), -- what miners and Lightning nodes got
  ('forgiven', 1, 'none'), -- fees that promo codes forgave
  ('written-off', 1, 'none'),
  ('outside-world', -1, 'none'),
  ('collecting', 1, 'balance'), -- fees that a sweep collects: no longer owed, not yet in the platform's wallet
  ('fee-credit', -1, 'balance'); -- what a merchant paid beyond the fees that it owed

-- An account of each kind for each owner, created when it is first used.
create table ledger_accounts (
  id integer generated always as identity primary key,
  kind text not null constraint ledger_accounts_kind references ledger_account_kinds(kind),
  -- Each BTCPay Server's Lightning node has its own account. The one of the main server is the platform's.
  owner_kind text not null
    constraint ledger_accounts_owner_kind check (owner_kind in ('platform', 'merchant', 'partner', 'engine')),
  -- The platform's own accounts have owner 0.
  owner_id integer not null,
  created_at timestamptz not null default app_now(),
  constraint ledger_accounts_unique unique (owner_kind, owner_id, kind)
);
-- Changing the owner of an account would move its whole balance to somebody else.
create trigger append_only before delete or update on ledger_accounts for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_accounts for each statement execute function refuse_change();

-- A movement of money, with two or more entries.
create table ledger_transfers (
  id bigint generated always as identity primary key,
  kind text not null,
  -- What it was posted for: the same movement is posted once.
  reference text not null,
  -- A reversal undoes another transfer, and only it may take an account below zero.
  reverses bigint constraint ledger_transfers_reverses references ledger_transfers(id),
  btc_price numeric(12,2) constraint ledger_transfers_price check (btc_price > 0),
  posted_at timestamptz not null default app_now(),
  -- Identities become visible out of order, so sums are carried forward by the transaction instead.
  posted_in xid8 not null default pg_current_xact_id(),
  constraint ledger_transfers_reference unique (kind, reference)
);
create index ledger_transfers_by_transaction on ledger_transfers (posted_in);
create index ledger_transfers_by_time on ledger_transfers (posted_at, id);
create unique index ledger_transfers_reversed_once on ledger_transfers (reverses) where reverses is not null;
create trigger append_only before delete or update on ledger_transfers for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_transfers for each statement execute function refuse_change();

-- What a transfer changed in each account.
create table ledger_entries (
  transfer_id bigint not null constraint ledger_entries_transfer references ledger_transfers(id),
  account_id integer not null constraint ledger_entries_account references ledger_accounts(id),
  amount_sats bigint not null constraint ledger_entries_not_zero check (amount_sats <> 0),
  amount_usd numeric(20,8) not null,
  constraint ledger_entries_unique primary key (transfer_id, account_id)
);
create index ledger_entries_by_account on ledger_entries (account_id, transfer_id) include (amount_sats, amount_usd);
create trigger append_only before delete or update on ledger_entries for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_entries for each statement execute function refuse_change();

-- The balances of accounts whose kind has the guard `balance`.
create table ledger_balances (
  account_id integer primary key constraint ledger_balances_account references ledger_accounts(id),
  -- In the account's own sense: positive is what it should be.
  balance_sats bigint not null,
  balance_usd numeric(20,8) not null
);

-- All entries of a transfer come in one statement. They must sum to zero; balances of guarded accounts follow in sorted
-- order, so that two postings never wait for each other in a circle.
create function keep_ledger()
  returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  bad record;
  taking record;
begin
  select e.transfer_id into bad from posted e group by e.transfer_id
  having sum(e.amount_sats) <> 0 or sum(e.amount_usd) <> 0
    or count(*) <> (select count(*) from ledger_entries x where x.transfer_id = e.transfer_id)
  limit 1;
  if found then
    raise exception 'transfer % does not sum to zero in one statement', bad.transfer_id
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_sums_to_zero';
  end if;

  with changed as (
    select e.account_id, k.normal_sign * sum(e.amount_sats) as sats, k.normal_sign * sum(e.amount_usd) as usd
    from posted e join ledger_accounts a on a.id = e.account_id join ledger_account_kinds k on k.kind = a.kind
    where k.guard = 'balance' group by e.account_id, k.normal_sign
  )
  insert into ledger_balances as b (account_id, balance_sats, balance_usd)
  select account_id, sats, usd from changed order by account_id
  on conflict (account_id) do update set
    balance_sats = b.balance_sats + excluded.balance_sats, balance_usd = b.balance_usd + excluded.balance_usd;

  -- Only a reversal may take an account below zero.
  select b.account_id into bad
  from posted e join ledger_transfers t on t.id = e.transfer_id join ledger_balances b on b.account_id = e.account_id
    join ledger_accounts a on a.id = e.account_id join ledger_account_kinds k on k.kind = a.kind
  where b.balance_sats < 0 and t.reverses is null and k.normal_sign * e.amount_sats < 0
  limit 1;
  if found then
    raise exception 'account % has too little', bad.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_no_overdraft';
  end if;

  for taking in
    select e.account_id, k.normal_sign from posted e join ledger_transfers t on t.id = e.transfer_id
      join ledger_accounts a on a.id = e.account_id join ledger_account_kinds k on k.kind = a.kind
    where k.guard = 'takings' and t.reverses is null and k.normal_sign * e.amount_sats < 0
    order by e.account_id
  loop
    perform from ledger_accounts where id = taking.account_id for no key update;
    if (select taking.normal_sign * sum(amount_sats) from ledger_entries where account_id = taking.account_id) < 0 then
      raise exception 'account % has too little', taking.account_id
        using errcode = 'integrity_constraint_violation', constraint = 'ledger_no_overdraft';
    end if;
  end loop;
  return null;
end
$$;
create trigger keep_ledger after insert on ledger_entries
  referencing new table as posted
  for each statement execute function keep_ledger();

-- The one way in. Entries: [{"owner": "merchant", "ownerId": 7, "kind": "fees-owed", "sats": "400", "usd": "0.43"}, …].
-- Accounts are made when first used. Returns the transfer's id, or null when it had been posted before.
create function post_transfer(
  p_kind text, p_reference text, p_entries jsonb, p_price numeric default null,
  p_reverses bigint default null
)
  returns bigint language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_transfer bigint;
begin
  insert into ledger_transfers (kind, reference, reverses, btc_price) values (p_kind, p_reference, p_reverses, p_price)
  on conflict (kind, reference) do nothing returning id into v_transfer;
  if v_transfer is null then
    return null;
  end if;

  insert into ledger_accounts (kind, owner_kind, owner_id)
  select e.kind, e.owner, e."ownerId"
  from jsonb_to_recordset(p_entries) as e (kind text, owner text, "ownerId" integer)
  where not exists (
    select from ledger_accounts a where a.kind = e.kind and a.owner_kind = e.owner and a.owner_id = e."ownerId"
  )
  order by e.owner, e."ownerId", e.kind
  on conflict do nothing;

  insert into ledger_entries (transfer_id, account_id, amount_sats, amount_usd)
  select v_transfer, a.id, sum(e.sats), sum(e.usd)
  from jsonb_to_recordset(p_entries) as e (kind text, owner text, "ownerId" integer, sats bigint, usd numeric)
    join ledger_accounts a on a.kind = e.kind and a.owner_kind = e.owner and a.owner_id = e."ownerId"
  group by a.id having sum(e.sats) <> 0 order by a.id;
  return v_transfer;
end
$$;

-- Undoes a transfer with its mirror image, once.
create function reverse_transfer(p_transfer bigint, p_reference text) returns bigint language plpgsql as $$
declare
  v_reversal bigint;
begin
  insert into ledger_transfers (kind, reference, reverses, btc_price)
  select 'reversal', p_reference, t.id, t.btc_price from ledger_transfers t where t.id = p_transfer
  on conflict do nothing returning id into v_reversal;
  if v_reversal is not null then
    insert into ledger_entries (transfer_id, account_id, amount_sats, amount_usd)
    select v_reversal, account_id, -amount_sats, -amount_usd from ledger_entries where transfer_id = p_transfer order by account_id;
  end if;
  return v_reversal;
end
$$;
