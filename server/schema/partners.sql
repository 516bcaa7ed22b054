-- What partners earn. It is summed up from the ledger, and sums are carried forward, so that a figure costs as little
-- after a million payments as after ten. No payment waits for another although all of them credit the same partners: a
-- booking only adds entries, and a worker adds up those whose transactions are all decided.

-- The entries of each partner's accounts, summed up by category.
create table carried_sums (
  account_id integer not null constraint carried_sums_account references ledger_accounts(id),
  category text not null,
  -- In the account's own sense: positive is what it should be.
  amount_sats bigint not null,
  amount_usd numeric(20,8) not null,
  -- How many stand: one that was undone counts no more.
  standing bigint not null,
  -- What is collected at booking: shares of fees on the shared Lightning node.
  collected_sats bigint not null default 0,
  constraint carried_sums_unique primary key (account_id, category)
);

-- Counted is what was posted in a transaction before `before`, and every transfer up to `base`. The numbers of transactions
-- begin anew when a database is restored from a dump; then all is counted again and `base` says up to where.
create table carried_through (
  only_row boolean default true primary key constraint carried_through_only_row check (only_row),
  before xid8 not null default '0',
  base bigint not null default 0,
  -- At which the current balances of partners were last written in dollars.
  btc_price numeric(12,2) not null default 108000.00,
  collections_base bigint not null default 0
);
insert into carried_through default values;

-- Each time a partner's shares become collected, or no longer are. Append-only: two merchants' sweeps never wait for each
-- other at a partner. A worker adds them up as it does the ledger's entries.
create table collected_shares (
  id bigint generated always as identity primary key,
  partner_id integer not null constraint collected_shares_partner references partners(id),
  merchant_id integer not null constraint collected_shares_merchant references merchants(id),
  amount_sats bigint not null constraint collected_shares_not_zero check (amount_sats <> 0),
  recorded_at timestamptz not null default app_now(),
  recorded_in xid8 not null default pg_current_xact_id()
);
create index collected_shares_by_transaction on collected_shares (recorded_in);
create trigger append_only before delete or update on collected_shares for each row execute function refuse_change();
create trigger no_truncate before truncate on collected_shares for each statement execute function refuse_change();

-- What of each partner's shares has been collected, summed up.
create table carried_collections (
  partner_id integer primary key constraint carried_collections_partner references partners(id),
  amount_sats bigint not null
);

-- What each partner earns of each fee, in order of the payment's time, amount and share. The ledger has no such order.
create table partner_shares (
  fee_id integer not null constraint partner_shares_fee references fee_transactions(id),
  partner_id integer not null,
  merchant_id integer not null,
  seen_at timestamptz not null,
  gross_cents bigint not null,
  share_sats bigint not null,
  share_usd8 bigint not null,
  -- The payment was undone. A later block books another fee.
  reversed boolean not null default false,
  primary key (fee_id, partner_id)
);
create index partner_shares_by_time on partner_shares (partner_id, seen_at, fee_id)
  include (gross_cents, share_sats, share_usd8)
  where not reversed;
create index partner_shares_by_merchant on partner_shares (partner_id, merchant_id, seen_at, fee_id) where not reversed;
create index partner_shares_by_gross on partner_shares (partner_id, gross_cents, fee_id)
  include (seen_at, merchant_id)
  where not reversed;
create index partner_shares_by_share on partner_shares (partner_id, share_usd8, fee_id)
  include (seen_at, merchant_id)
  where not reversed;

-- The entries of partners' accounts, with what each was for.
create view earning_entries as
  select a.id as account_id, a.kind as account, a.owner_kind, a.owner_id, t.id as transfer_id, t.posted_in, t.posted_at,
    coalesce(f.transaction_type, o.kind, t.kind) as category,
    k.normal_sign * e.amount_sats as amount_sats, k.normal_sign * e.amount_usd as amount_usd,
    case when t.reverses is null then 1 else -1 end as standing,
    case when a.kind = 'earned' and f.transaction_type = 'lightning' and not f.told_by_merchant
      then k.normal_sign * e.amount_sats else 0 end as collected_sats
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
    sum(s.amount_sats)::bigint as amount_sats, sum(s.amount_usd) as amount_usd, sum(s.standing)::bigint as standing,
    sum(s.collected_sats)::bigint as collected_sats
  from (
    select account_id, category, amount_sats, amount_usd, standing, collected_sats from carried_sums
    union all
    select m.account_id, m.category, m.amount_sats, m.amount_usd, m.standing, m.collected_sats
    from uncarried_transfers() u join earning_entries m on m.transfer_id = u
  ) s join ledger_accounts a on a.id = s.account_id
  group by s.account_id, a.kind, a.owner_kind, a.owner_id, s.category;

-- Shares that no sum has counted yet; said to be few, as `uncarried_transfers` is.
create function uncarried_shares() returns setof collected_shares language plpgsql stable rows 50 as $$
begin
  return query select c.* from collected_shares c
    where c.recorded_in >= (select before from carried_through) and c.id > (select collections_base from carried_through);
end
$$;

-- What partners have collected by sweeps, as of now.
create view swept_shares as
  select s.partner_id, sum(s.amount_sats)::bigint as amount_sats from (
    select partner_id, amount_sats from carried_collections
    union all
    select partner_id, amount_sats from uncarried_shares()
  ) s group by s.partner_id;

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
    coalesce(sum(s.standing) filter (where s.account = 'earned' and s.category = 'lightning'), 0)::bigint as lightnings,
    (coalesce(sum(s.collected_sats), 0)
      + coalesce((select c.amount_sats from swept_shares c where c.partner_id = p.id), 0))::bigint as collected_sats
  from partners p left join (
    -- Between a partner's own two accounts nothing is earned and nothing leaves.
    select *, category in ('payout-hold', 'payout-return') as moved from earning_sums where owner_kind = 'partner'
  ) s on s.owner_id = p.id
  group by p.id;

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
    left join (
      select account_id, category, amount_sats, amount_usd, standing, category in ('payout-hold', 'payout-return') as moved
      from carried_sums) c on c.account_id = a.id
  group by p.id;

-- The partners' shares of forgiven fees are taken from the merchant's, and are no fees of their own.
create view fee_parts as
  select e.transfer_id, e.posted_in, e.posted_at, (e.posted_at at time zone 'UTC')::date as day,
    coalesce(f.merchant_id, case when e.category = 'forgive' then (
      select a.owner_id from ledger_entries x join ledger_accounts a on a.id = x.account_id
      where x.transfer_id = e.transfer_id and a.kind = 'fees-owed') end, 0) as merchant_id,
    case when e.category in ('deposit', 'lightning', 'withdrawal') then e.category
      when e.category = 'forgive' then 'forgiven' else 'other' end as kind,
    case when e.category = 'forgive' then 0 else max(e.standing) end as fees,
    coalesce(sum(e.amount_sats) filter (where e.account = 'revenue'), 0)::bigint as revenue_sats,
    coalesce(sum(e.amount_usd) filter (where e.account = 'revenue'), 0) as revenue_usd,
    coalesce(sum(e.amount_sats) filter (where e.account = 'earned'), 0)::bigint as partner_sats,
    coalesce(sum(e.amount_usd) filter (where e.account = 'earned'), 0) as partner_usd,
    coalesce(max(e.standing) * round(max(f.markup_sats) * max(f.btc_price_at_time) / 100000000, 8), 0) as markup_usd
  from earning_entries e join ledger_transfers t on t.id = e.transfer_id
    left join fee_transactions f on f.transfer_id = coalesce(t.reverses, t.id)
  where e.account in ('revenue', 'earned') and e.category not in ('payout-hold', 'payout-return')
  group by e.transfer_id, e.posted_in, e.posted_at, e.category, f.merchant_id;

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
    lock table ledger_transfers, collected_shares in share row exclusive mode;
    delete from carried_sums;
    delete from carried_collections;
    v_from.base := (select coalesce(max(id), 0) from ledger_transfers);
    v_from.collections_base := (select coalesce(max(id), 0) from collected_shares);
    insert into carried_sums (account_id, category, amount_sats, amount_usd, standing, collected_sats)
    select account_id, category, sum(amount_sats), sum(amount_usd), sum(standing), sum(collected_sats) from earning_entries group by 1, 2;
    insert into carried_collections (partner_id, amount_sats) select partner_id, sum(amount_sats) from collected_shares group by 1;
  else
    -- After a long pause it takes several turns, none of them long.
    select posted_in into v_enough from ledger_transfers where posted_in >= v_from.before order by posted_in offset 20000 limit 1;
    if v_enough > v_from.before and v_enough < v_before then
      v_before := v_enough;
    end if;
    insert into carried_sums as c (account_id, category, amount_sats, amount_usd, standing, collected_sats)
    select account_id, category, sum(amount_sats), sum(amount_usd), sum(standing), sum(collected_sats) from earning_entries
    where posted_in >= v_from.before and posted_in < v_before and transfer_id > v_from.base group by 1, 2
    on conflict (account_id, category) do update set amount_sats = c.amount_sats + excluded.amount_sats,
      amount_usd = c.amount_usd + excluded.amount_usd, standing = c.standing + excluded.standing,
      collected_sats = c.collected_sats + excluded.collected_sats;
    insert into carried_collections as c (partner_id, amount_sats)
    select partner_id, sum(amount_sats) from collected_shares
    where recorded_in >= v_from.before and recorded_in < v_before and id > v_from.collections_base group by 1
    on conflict (partner_id) do update set amount_sats = c.amount_sats + excluded.amount_sats;
  end if;
  update carried_through set before = v_before, base = v_from.base, collections_base = v_from.collections_base,
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

-- Records that the partners' shares of these fees are collected (1), or no longer are (-1).
create function record_shares(fees integer[], of_merchant integer, sign integer)
  returns void language sql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  insert into collected_shares (partner_id, merchant_id, amount_sats)
  select a.owner_id, of_merchant, -sign * sum(x.amount_sats)
  from unnest(fees) as of_fee join fee_transactions f on f.id = of_fee
    join ledger_entries x on x.transfer_id = f.transfer_id join ledger_accounts a on a.id = x.account_id and a.kind = 'earned'
  group by a.owner_id having sum(x.amount_sats) <> 0 order by a.owner_id
$$;

create function shares_of_fee(fee fee_transactions)
  returns setof partner_shares language sql stable
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  select fee.id, a.owner_id, fee.merchant_id, coalesce((select t.seen_at from transactions t where t.id = fee.transaction_id), fee.created_at),
    (fee.original_amount_usd * 100)::bigint, -e.amount_sats, (-e.amount_usd * 100000000)::bigint, fee.reversed_at is not null
  from ledger_entries e join ledger_accounts a on a.id = e.account_id
  where e.transfer_id = fee.transfer_id and a.owner_kind = 'partner' and a.kind = 'earned'
$$;

create function record_partner_shares() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into partner_shares select * from shares_of_fee(new);
  else
    update partner_shares set reversed = new.reversed_at is not null where fee_id = new.id;
  end if;
  return null;
end
$$;
create trigger record_shares after insert on fee_transactions
  for each row when (new.partner_sats > 0) execute function record_partner_shares();
create trigger record_reversed_shares after update of reversed_at on fee_transactions
  for each row when ((old.reversed_at is null) <> (new.reversed_at is null)) execute function record_partner_shares();

-- A partner's part of a payment in percent, as the contract says.
create function partner_rate_at(of_partner integer, of_type text, terms_at timestamptz, booked_at timestamptz)
  returns numeric language sql stable parallel safe as $$
  select round(pool_percent_at(of_type, terms_at) * partner_share_at(of_partner, booked_at) / 100, 3)
$$;
