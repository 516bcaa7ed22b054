-- What partners and the platform earned is summed up from the ledger. Sums are carried forward, so that a figure costs as
-- little after a million payments as after ten, and no payment waits for another although all of them credit the same
-- partners: settlements only add entries, and a worker adds up those whose transactions are all decided.

create index ledger_transfers_by_transaction on ledger_transfers (posted_in);

create table carried_sums (
  account_id integer not null constraint carried_sums_account references ledger_accounts,
  category text not null,
  -- In the account's own sense: positive is what it should be.
  amount_sats bigint not null,
  amount_usd numeric(20, 8) not null,
  -- How many stand: one that was undone counts no more.
  standing bigint not null,
  constraint carried_sums_unique primary key (account_id, category)
);

-- Counted is what was posted in a transaction before `before`, and every transfer up to `base`. The numbers of transactions
-- begin anew when a database is restored from a dump; then all is counted again and `base` says up to where.
create table carried_through (
  only_row boolean primary key default true constraint carried_through_only_row check (only_row),
  before xid8 not null default '0',
  base bigint not null default 0,
  -- At which the current balances of partners were last written in dollars.
  btc_price numeric(12, 2) not null default 108000.00
);
insert into carried_through default values;

-- Entries with what they are for: the kind of fee, else the kind of transfer. A reversal is for what it undoes.
create view earning_entries as
  select a.id as account_id, a.kind as account, a.owner_kind, a.owner_id, t.id as transfer_id, t.posted_in, t.posted_at,
    coalesce(f.transaction_type, o.kind, t.kind) as category,
    k.normal_sign * e.amount_sats as amount_sats, k.normal_sign * e.amount_usd as amount_usd,
    case when t.reverses is null then 1 else -1 end as standing
  from ledger_transfers t
    join ledger_entries e on e.transfer_id = t.id
    join ledger_accounts a on a.id = e.account_id
    join ledger_account_kinds k on k.kind = a.kind
    left join ledger_transfers o on o.id = t.reverses
    left join fee_transactions f on f.transfer_id = coalesce(t.reverses, t.id)
  where a.kind in ('earned', 'payout-hold', 'revenue');

-- Transfers that no sum has counted yet. A planner that sees through it takes them for a third of all there are, and reads
-- the whole ledger; said to be few, they are looked up one by one.
create function uncarried_transfers() returns setof bigint language plpgsql stable rows 50 as $$
begin
  return query select t.id from ledger_transfers t
    where t.posted_in >= (select before from carried_through) and t.id > (select base from carried_through);
end
$$;

-- The sums as of now: those carried forward, and what came since.
create view earning_sums as
  select s.account_id, a.kind as account, a.owner_kind, a.owner_id, s.category,
    sum(s.amount_sats)::bigint as amount_sats, sum(s.amount_usd) as amount_usd, sum(s.standing)::bigint as standing
  from (
    select account_id, category, amount_sats, amount_usd, standing from carried_sums
    union all
    select m.account_id, m.category, m.amount_sats, m.amount_usd, m.standing
    from uncarried_transfers() u join earning_entries m on m.transfer_id = u
  ) s join ledger_accounts a on a.id = s.account_id
  group by s.account_id, a.kind, a.owner_kind, a.owner_id, s.category;

-- What a partner has and had. On its way out is what a payout holds.
create view partner_figures as
  select p.id as partner_id,
    coalesce(sum(s.amount_sats) filter (where s.account = 'earned'), 0)::bigint as balance_sats,
    coalesce(sum(s.amount_sats) filter (where s.account = 'payout-hold'), 0)::bigint as held_sats,
    coalesce(sum(s.amount_sats) filter (where s.account = 'earned' and not s.moved), 0)::bigint as earned_sats,
    coalesce(sum(s.amount_usd) filter (where s.account = 'earned' and not s.moved), 0) as earned_usd,
    coalesce(-sum(s.amount_sats) filter (where s.account = 'payout-hold' and not s.moved), 0)::bigint as withdrawn_sats,
    coalesce(-sum(s.amount_usd) filter (where s.account = 'payout-hold' and not s.moved), 0) as withdrawn_usd,
    coalesce(sum(s.standing) filter (where s.account = 'payout-hold' and not s.moved), 0)::bigint as withdrawals,
    coalesce(sum(s.amount_usd) filter (where s.account = 'earned' and s.category = 'deposit'), 0) as deposit_usd,
    coalesce(sum(s.standing) filter (where s.account = 'earned' and s.category = 'deposit'), 0)::bigint as deposits,
    coalesce(sum(s.amount_usd) filter (where s.account = 'earned' and s.category = 'withdrawal'), 0) as withdrawal_usd,
    coalesce(sum(s.standing) filter (where s.account = 'earned' and s.category = 'withdrawal'), 0)::bigint as withdrawal_fees,
    coalesce(sum(s.amount_usd) filter (where s.account = 'earned' and s.category = 'lightning'), 0) as lightning_usd,
    coalesce(sum(s.standing) filter (where s.account = 'earned' and s.category = 'lightning'), 0)::bigint as lightnings
  from partners p left join (
    -- Between a partner's own two accounts nothing is earned and nothing leaves.
    select *, category in ('payout-hold', 'payout-return') as moved from earning_sums where owner_kind = 'partner'
  ) s on s.owner_id = p.id
  group by p.id;

-- Adds up what is decided by now, and writes the partners' columns to it. Any number of processes may call it. Answers the
-- partners whose bitcoin moved since.
create function carry_earnings() returns setof integer language plpgsql as $$
declare
  v_from carried_through;
  v_before xid8;
  v_enough xid8;
begin
  select * into v_from from carried_through for update;
  v_before := pg_snapshot_xmin(pg_current_snapshot());
  if v_from.before > v_before then
    lock table ledger_transfers in share row exclusive mode;
    delete from carried_sums;
    v_from.base := (select coalesce(max(id), 0) from ledger_transfers);
    insert into carried_sums (account_id, category, amount_sats, amount_usd, standing)
    select account_id, category, sum(amount_sats), sum(amount_usd), sum(standing) from earning_entries group by 1, 2;
  else
    -- After a long pause it takes several turns, none of them long.
    select posted_in into v_enough from ledger_transfers where posted_in >= v_from.before order by posted_in offset 20000 limit 1;
    if v_enough > v_from.before and v_enough < v_before then
      v_before := v_enough;
    end if;
    insert into carried_sums as c (account_id, category, amount_sats, amount_usd, standing)
    select account_id, category, sum(amount_sats), sum(amount_usd), sum(standing) from earning_entries
    where posted_in >= v_from.before and posted_in < v_before and transfer_id > v_from.base group by 1, 2
    on conflict (account_id, category) do update set amount_sats = c.amount_sats + excluded.amount_sats,
      amount_usd = c.amount_usd + excluded.amount_usd, standing = c.standing + excluded.standing;
  end if;
  update carried_through set before = v_before, base = v_from.base,
    btc_price = coalesce((select price from prices where currency = 'USD' order by at desc limit 1), btc_price);

  return query select p.id from partners p join carried_partner_figures n on n.partner_id = p.id
    where (p.current_balance_btc, p.total_earned_btc, p.total_withdrawn_btc) is distinct from (n.balance_btc, n.earned_btc, n.withdrawn_btc)
    order by p.id;
  update partners p set
    current_balance_btc = n.balance_btc, total_earned_btc = n.earned_btc, total_withdrawn_btc = n.withdrawn_btc,
    current_balance_usd = n.balance_usd, total_earned_usd = n.earned_usd, total_withdrawn_usd = n.withdrawn_usd,
    lightning_earned_usd = n.lightning_usd
  from carried_partner_figures n where n.partner_id = p.id
    and (p.current_balance_btc, p.total_earned_btc, p.total_withdrawn_btc, p.current_balance_usd, p.total_earned_usd,
      p.total_withdrawn_usd, p.lightning_earned_usd) is distinct from
      (n.balance_btc, n.earned_btc, n.withdrawn_btc, n.balance_usd, n.earned_usd, n.withdrawn_usd, n.lightning_usd);
end
$$;

-- What the partners' columns have to be, by what is carried forward.
create view carried_partner_figures as
  select p.id as partner_id,
    (coalesce(sum(c.amount_sats) filter (where a.kind = 'earned'), 0) / 100000000)::numeric(16, 8) as balance_btc,
    round(coalesce(sum(c.amount_sats) filter (where a.kind = 'earned'), 0) / 100000000 * (select btc_price from carried_through), 2)::numeric(12, 2) as balance_usd,
    (coalesce(sum(c.amount_sats) filter (where a.kind = 'earned' and not c.moved), 0) / 100000000)::numeric(16, 8) as earned_btc,
    coalesce(sum(c.amount_usd) filter (where a.kind = 'earned' and not c.moved), 0)::numeric(12, 2) as earned_usd,
    (coalesce(-sum(c.amount_sats) filter (where a.kind = 'payout-hold' and not c.moved), 0) / 100000000)::numeric(16, 8) as withdrawn_btc,
    coalesce(-sum(c.amount_usd) filter (where a.kind = 'payout-hold' and not c.moved), 0)::numeric(12, 2) as withdrawn_usd,
    coalesce(sum(c.amount_usd) filter (where a.kind = 'earned' and c.category = 'lightning'), 0)::numeric(12, 2) as lightning_usd
  from partners p
    left join ledger_accounts a on a.owner_kind = 'partner' and a.owner_id = p.id and a.kind in ('earned', 'payout-hold')
    left join (select *, category in ('payout-hold', 'payout-return') as moved from carried_sums) c on c.account_id = a.id
  group by p.id;

-- Shares of active partners are parts of one pool. The lock makes two changes at once count each other.
create function keep_shares_whole() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('partner shares'));
  if (select sum(share_percentage) from partners where is_active) > 100 then
    raise exception 'shares of active partners exceed 100 %%'
      using errcode = 'integrity_constraint_violation', constraint = 'partners_shares_whole';
  end if;
  return null;
end
$$;
create trigger keep_shares_whole after insert or update of share_percentage, is_active on partners
  for each row when (new.is_active) execute function keep_shares_whole();

-- One kind of fee, newest first: some kinds are rare among the others.
create index fee_transactions_by_type on fee_transactions (transaction_type, transfer_id desc) where reversed_at is null;

-- Payments that are not in a block yet, whoever's.
create index transactions_arriving on transactions (id) where status = 'pending' and type = 'incoming' and purpose = 'invoice';
