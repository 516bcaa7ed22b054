-- A partner can withdraw its share of a fee once that fee was collected. Per merchant, the money that really arrived by
-- confirmed sweeps pays for the merchant's fees in the order in which they were booked, each in full. So a fee is
-- collected (`processed`) when the sum of all standing fees up to and including it is at most what has arrived. Fees that
-- are deducted on the shared Lightning node are collected at booking and take no part in this.

alter table fee_transactions
  -- The partners' part of the fee. It is never forgiven.
  add column partner_sats bigint not null default 0 constraint fee_transactions_partner_sats check (partner_sats >= 0),
  -- The platform's part that a promo code has forgiven: it is not collected, and not owed.
  add column forgiven_sats bigint not null default 0 constraint fee_transactions_forgiven check (forgiven_sats >= 0),
  -- The platform's part that a promo code will forgive when its withdrawal confirms: it is owed, and not swept.
  add column reserved_sats bigint not null default 0 constraint fee_transactions_reserved check (reserved_sats >= 0);
update fee_transactions f set partner_sats = e.sats from (
  select x.transfer_id, -sum(x.amount_sats) as sats from ledger_entries x join ledger_accounts a on a.id = x.account_id
  where a.kind = 'earned' group by x.transfer_id
) e where e.transfer_id = f.transfer_id;

-- In the order in which they are paid for, so that whoever assigns money stops at the first fee that it does not cover.
drop view uncollected_earnings;
drop index fee_transactions_uncollected;
drop index fee_transactions_open;
create index fee_transactions_open on fee_transactions (merchant_id, id) where not processed and reversed_at is null;

-- What has arrived from a merchant by confirmed sweeps, and how much of it has paid for standing fees. The rest is the
-- merchant's credit. The row's lock decides between a sweep that confirms and a payment that is booked at the same time.
create table fee_collections (
  merchant_id integer primary key constraint fee_collections_merchant references merchants,
  collected_sats bigint not null default 0,
  assigned_sats bigint not null default 0
);

-- Each time a partner's shares become collected, or no longer are. Append-only: two merchants' sweeps never wait for each
-- other at a partner. A worker adds them up as it does the ledger's entries.
create table collected_shares (
  id bigint generated always as identity primary key,
  partner_id integer not null constraint collected_shares_partner references partners,
  merchant_id integer not null constraint collected_shares_merchant references merchants,
  amount_sats bigint not null constraint collected_shares_not_zero check (amount_sats <> 0),
  recorded_at timestamptz not null default app_now(),
  recorded_in xid8 not null default pg_current_xact_id()
);
create index collected_shares_by_transaction on collected_shares (recorded_in);
create trigger append_only before update or delete on collected_shares for each row execute function refuse_change();
create trigger no_truncate before truncate on collected_shares execute function refuse_change();

create table carried_collections (
  partner_id integer primary key constraint carried_collections_partner references partners,
  amount_sats bigint not null
);
alter table carried_through add column collections_base bigint not null default 0;
-- What is collected at booking: shares of fees on the shared Lightning node.
alter table carried_sums add column collected_sats bigint not null default 0;

-- What partners were paid before this rule, beyond what had been collected.
alter table partners add column advanced_sats bigint not null default 0 constraint partners_advanced check (advanced_sats >= 0);

create function is_deducted(fee fee_transactions) returns boolean language sql immutable as $$
  select fee.transaction_type = 'lightning' and not fee.told_by_merchant
$$;
create function due_sats(fee fee_transactions) returns bigint language sql immutable as $$
  select (fee.fee_btc * 100000000)::bigint - fee.forgiven_sats
$$;

-- Records that the partners' shares of these fees are collected (1), or are not any more (-1).
create function record_shares(fees integer[], of_merchant integer, sign integer) returns void language sql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  insert into collected_shares (partner_id, merchant_id, amount_sats)
  select a.owner_id, of_merchant, -sign * sum(x.amount_sats)
  from unnest(fees) as of_fee join fee_transactions f on f.id = of_fee
    join ledger_entries x on x.transfer_id = f.transfer_id join ledger_accounts a on a.id = x.account_id and a.kind = 'earned'
  group by a.owner_id having sum(x.amount_sats) <> 0 order by a.owner_id
$$;

-- Adds what has arrived (or what the chain took back), and brings the merchant's fees in line with it: fees are collected
-- from the oldest on, and stop being collected from the newest on. Called after everything that changes what is due.
create function assign_collections(of_merchant integer, arrived_sats bigint default 0) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  c fee_collections;
  fee fee_transactions;
  v_fees integer[] := '{}';
begin
  insert into fee_collections (merchant_id) values (of_merchant) on conflict do nothing;
  select * into c from fee_collections where merchant_id = of_merchant for no key update;
  c.collected_sats := c.collected_sats + arrived_sats;
  if c.assigned_sats > c.collected_sats then
    for fee in select * from fee_transactions f
      where f.merchant_id = of_merchant and f.processed and f.reversed_at is null and not is_deducted(f) order by f.id desc
    loop
      exit when c.assigned_sats <= c.collected_sats;
      c.assigned_sats := c.assigned_sats - due_sats(fee);
      v_fees := v_fees || fee.id;
    end loop;
    update fee_transactions set processed = false where id = any(v_fees);
    perform record_shares(v_fees, of_merchant, -1);
  else
    for fee in select * from fee_transactions f
      where f.merchant_id = of_merchant and not f.processed and f.reversed_at is null order by f.id
    loop
      exit when c.assigned_sats + due_sats(fee) > c.collected_sats;
      c.assigned_sats := c.assigned_sats + due_sats(fee);
      v_fees := v_fees || fee.id;
    end loop;
    if cardinality(v_fees) > 0 then
      update fee_transactions set processed = true where id = any(v_fees);
      perform record_shares(v_fees, of_merchant, 1);
    end if;
  end if;
  update fee_collections set collected_sats = c.collected_sats, assigned_sats = c.assigned_sats
  where merchant_id = of_merchant and (collected_sats, assigned_sats) <> (c.collected_sats, c.assigned_sats);
end
$$;

-- Takes a fee out of the count whose payment was undone. What had been collected for it is the merchant's credit, and
-- pays for the oldest fees that are still open.
create function reverse_fee(of_transfer bigint, at timestamptz) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  fee fee_transactions;
begin
  select * into fee from fee_transactions where transfer_id = of_transfer and reversed_at is null;
  if not found then return; end if;
  if is_deducted(fee) then
    update fee_transactions set reversed_at = at where id = fee.id;
    return;
  end if;
  insert into fee_collections (merchant_id) values (fee.merchant_id) on conflict do nothing;
  perform from fee_collections where merchant_id = fee.merchant_id for no key update;
  -- As it is now that nobody else changes it.
  update fee_transactions set reversed_at = at where id = fee.id returning * into fee;
  if fee.processed then
    update fee_collections set assigned_sats = assigned_sats - due_sats(fee) where merchant_id = fee.merchant_id;
    perform record_shares(array[fee.id], fee.merchant_id, -1);
  end if;
  perform assign_collections(fee.merchant_id);
end
$$;

-- Forgives so much more of a fee, or less. Whoever calls it assigns the merchant's money anew afterwards.
create function change_forgiven(of_fee integer, by_sats bigint) returns void language plpgsql as $$
declare
  fee fee_transactions;
begin
  select * into fee from fee_transactions where id = of_fee;
  insert into fee_collections (merchant_id) values (fee.merchant_id) on conflict do nothing;
  perform from fee_collections where merchant_id = fee.merchant_id for no key update;
  update fee_transactions set forgiven_sats = forgiven_sats + by_sats where id = of_fee returning * into fee;
  if fee.processed and fee.reversed_at is null then
    update fee_collections set assigned_sats = assigned_sats - by_sats where merchant_id = fee.merchant_id;
  end if;
end
$$;

-- What promo codes do to which fees. Reserved at the request, forgiven when the withdrawal confirms.
create table promo_fee_parts (
  send_id integer not null constraint promo_fee_parts_send references sends,
  fee_id integer not null constraint promo_fee_parts_fee references fee_transactions,
  amount_sats bigint not null constraint promo_fee_parts_amount check (amount_sats > 0),
  constraint promo_fee_parts_unique primary key (send_id, fee_id)
);
create index promo_fee_parts_by_fee on promo_fee_parts (fee_id);

alter table promo_redemptions
  -- What of it the ledger shows as forgiven now, and how often that was changed.
  add column posted_sats bigint not null default 0 constraint promo_redemptions_posted check (posted_sats >= 0),
  add column postings integer not null default 0,
  -- When the withdrawal confirmed and the fees were forgiven. Until then the code is reserved.
  add column confirmed_at timestamptz,
  -- When to look next for proof that a withdrawal confirmed of which only the merchant's own server told.
  add column proof_due_at timestamptz not null default app_now(),
  add column proof_attempts integer not null default 0;
create index promo_redemptions_reserved on promo_redemptions (proof_due_at) where given_back_at is null and confirmed_at is null;
create index promo_redemptions_by_merchant on promo_redemptions (merchant_id);

alter table audit_runs
  -- What adds up and should be seen all the same: [{"topic", "subject", "note"}, …].
  add column notes jsonb not null default '[]';

-- The same views with what is collected beside.
create or replace view earning_entries as
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

create or replace view earning_sums as
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

create or replace view partner_figures as
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

create or replace function carry_earnings() returns setof integer language plpgsql as $$
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

-- What there was before.
update carried_sums c set collected_sats = e.sats from (
  select m.account_id, m.category, sum(m.collected_sats) as sats from earning_entries m, carried_through t
  where m.posted_in < t.before or m.transfer_id <= t.base group by 1, 2
) e where e.account_id = c.account_id and e.category = c.category and e.sats <> 0;

-- Forgives so much more for a redemption, or less, at the price of its withdrawal.
create function pg_temp.post_forgiveness(redemption promo_redemptions, by_sats bigint) returns void language plpgsql as $$
declare
  v_price numeric := (select btc_price from sends where id = redemption.send_id);
  v_usd numeric := round(by_sats * v_price / 100000000, 8);
begin
  perform post_transfer('promo', redemption.send_id || '#' || redemption.postings + 1, jsonb_build_array(
    jsonb_build_object('owner', 'platform', 'ownerId', 0, 'kind', 'forgiven', 'sats', by_sats, 'usd', v_usd),
    jsonb_build_object('owner', 'merchant', 'ownerId', redemption.merchant_id, 'kind', 'fees-owed', 'sats', -by_sats, 'usd', -v_usd)),
    v_price);
  update promo_redemptions set posted_sats = posted_sats + by_sats, postings = postings + 1 where send_id = redemption.send_id;
end
$$;

-- Earlier redemptions forgave when they were requested, from what was owed altogether. Where the withdrawal has not
-- confirmed, the code is only reserved now. What was forgiven is put down to the oldest standing fees; what no standing
-- fee carries was forgiven of payments that were undone since, and is owed again.
update promo_redemptions set posted_sats = forgiven_sats, postings = 1 where given_back_at is null and transfer_id is not null;
update promo_redemptions r set confirmed_at = s.confirmed_at from sends s
where s.id = r.send_id and s.status = 'confirmed' and r.given_back_at is null;
select pg_temp.post_forgiveness(r, -r.posted_sats) from promo_redemptions r where r.posted_sats > 0 and r.confirmed_at is null;
insert into promo_fee_parts (send_id, fee_id, amount_sats)
select r.send_id, f.id, least(r.through, f.through) - greatest(r.through - r.sats, f.through - f.sats)
from (
  select merchant_id, send_id, forgiven_sats as sats,
    sum(forgiven_sats) over (partition by merchant_id order by confirmed_at is null, send_id) as through
  from promo_redemptions where given_back_at is null and forgiven_sats > 0
) r join (
  select f.merchant_id, f.id, due_sats(f) - f.partner_sats as sats,
    sum(due_sats(f) - f.partner_sats) over (partition by f.merchant_id order by f.id) as through
  from fee_transactions f where f.reversed_at is null and not is_deducted(f)
) f on f.merchant_id = r.merchant_id and least(r.through, f.through) > greatest(r.through - r.sats, f.through - f.sats);
update fee_transactions f set forgiven_sats = p.forgiven, reserved_sats = p.reserved from (
  select p.fee_id, coalesce(sum(p.amount_sats) filter (where r.confirmed_at is not null), 0) as forgiven,
    coalesce(sum(p.amount_sats) filter (where r.confirmed_at is null), 0) as reserved
  from promo_fee_parts p join promo_redemptions r on r.send_id = p.send_id group by 1
) p where p.fee_id = f.id;
update promo_redemptions r set forgiven_sats = coalesce((select sum(p.amount_sats) from promo_fee_parts p where p.send_id = r.send_id), 0)
where r.given_back_at is null;
select pg_temp.post_forgiveness(r, r.forgiven_sats - r.posted_sats) from promo_redemptions r
where r.confirmed_at is not null and r.posted_sats > r.forgiven_sats;

insert into fee_collections (merchant_id, collected_sats)
select merchant_id, coalesce(sum(amount_sats) filter (where status = 'confirmed'), 0) from sends
where kind = 'sweep' group by merchant_id;
update fee_transactions f set processed = n.covered from (
  select o.id, o.through <= coalesce(c.collected_sats, 0) as covered
  from (
    select f.id, f.merchant_id, sum(due_sats(f)) over (partition by f.merchant_id order by f.id) as through
    from fee_transactions f where f.reversed_at is null and not is_deducted(f)
  ) o left join fee_collections c on c.merchant_id = o.merchant_id
) n where n.id = f.id and f.processed <> n.covered;
update fee_collections c set assigned_sats = f.sats from (
  select f.merchant_id, sum(due_sats(f)) as sats from fee_transactions f
  where f.processed and f.reversed_at is null and not is_deducted(f) group by 1
) f where f.merchant_id = c.merchant_id;
insert into collected_shares (partner_id, merchant_id, amount_sats)
select a.owner_id, f.merchant_id, -sum(x.amount_sats)
from fee_transactions f join ledger_entries x on x.transfer_id = f.transfer_id
  join ledger_accounts a on a.id = x.account_id and a.kind = 'earned'
where f.processed and f.reversed_at is null and not is_deducted(f)
group by 1, 2 having sum(x.amount_sats) <> 0 order by 1, 2;
update partners p set advanced_sats = f.held_sats + f.withdrawn_sats - f.collected_sats
from partner_figures f where f.partner_id = p.id and f.held_sats + f.withdrawn_sats > f.collected_sats;
