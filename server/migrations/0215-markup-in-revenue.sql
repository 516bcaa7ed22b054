-- Revenue names its parts: what a merchant's own markup added is kept with each fee and in the sums by day, and what
-- promo codes forgave is taken off.

alter table fee_transactions
  add column markup_sats bigint not null default 0 constraint fee_transactions_markup check (markup_sats >= 0);

-- Until now a fee kept its whole percentage only. What it has above the schedule of its time is the markup.
update fee_transactions f set markup_sats = floor(f.original_amount_btc * 1000000 * o.percent)
from (
  select f.id, f.fee_percentage - s.platform_fee_percent - s.partner_pool_percent as percent
  from fee_transactions f cross join lateral (
    select platform_fee_percent, partner_pool_percent from standing_fee_schedules
    where effective_from <= f.created_at order by effective_from desc limit 1
  ) s
  where f.transaction_type in ('deposit', 'lightning')
) o
where o.id = f.id and o.percent > 0;

alter table revenue_days add column markup_usd numeric(20,8) not null default 0;

create or replace view fee_parts as
  select e.transfer_id, e.posted_in, e.posted_at, (e.posted_at at time zone 'UTC')::date as day, coalesce(f.merchant_id, 0) as merchant_id,
    case when e.category in ('deposit', 'lightning', 'withdrawal') then e.category else 'other' end as kind,
    max(e.standing) as fees,
    coalesce(sum(e.amount_sats) filter (where e.account = 'revenue'), 0)::bigint as revenue_sats,
    coalesce(sum(e.amount_usd) filter (where e.account = 'revenue'), 0) as revenue_usd,
    coalesce(sum(e.amount_sats) filter (where e.account = 'earned'), 0)::bigint as partner_sats,
    coalesce(sum(e.amount_usd) filter (where e.account = 'earned'), 0) as partner_usd,
    coalesce(max(e.standing) * round(max(f.markup_sats) * max(f.btc_price_at_time) / 100000000, 8), 0) as markup_usd
  from earning_entries e join ledger_transfers t on t.id = e.transfer_id
    left join fee_transactions f on f.transfer_id = coalesce(t.reverses, t.id)
  where e.account in ('revenue', 'earned') and e.category not in ('payout-hold', 'payout-return')
  group by e.transfer_id, e.posted_in, e.posted_at, e.category, f.merchant_id;

-- What promo codes forgave of fees, and what came back when a payment was undone (negative).
create view forgiven_fees as
  select t.id as transfer_id, t.posted_at, (t.posted_at at time zone 'UTC')::date as day, m.owner_id as merchant_id,
    e.amount_sats, e.amount_usd
  from ledger_accounts a
    join ledger_entries e on e.account_id = a.id
    join ledger_transfers t on t.id = e.transfer_id
    join ledger_entries o on o.transfer_id = t.id
    join ledger_accounts m on m.id = o.account_id and m.kind = 'fees-owed'
  where a.kind = 'forgiven';

create or replace view revenue_by_day as
  select day, merchant_id, kind, fees, revenue_sats, revenue_usd, partner_sats, partner_usd, markup_usd from revenue_days
  union all
  select p.day, p.merchant_id, p.kind, p.fees, p.revenue_sats, p.revenue_usd, p.partner_sats, p.partner_usd, p.markup_usd
  from uncarried_fees() u cross join lateral (select * from fee_parts f where f.transfer_id = u) p
  union all
  select day, merchant_id, 'forgiven', 0, -amount_sats, -amount_usd, 0, 0, 0 from forgiven_fees;

create or replace function carry_revenue() returns void language plpgsql as $$
declare
  v_from revenue_through;
  v_before xid8;
begin
  select * into v_from from revenue_through for update;
  v_before := pg_snapshot_xmin(pg_current_snapshot());
  if v_from.before > v_before then
    lock table ledger_transfers in share row exclusive mode;
    delete from revenue_days;
    v_from.base := (select coalesce(max(id), 0) from ledger_transfers);
    insert into revenue_days (day, merchant_id, kind, fees, revenue_sats, revenue_usd, partner_sats, partner_usd, markup_usd)
    select day, merchant_id, kind, sum(fees), sum(revenue_sats), sum(revenue_usd), sum(partner_sats), sum(partner_usd), sum(markup_usd)
    from fee_parts group by day, merchant_id, kind;
  else
    insert into revenue_days as d (day, merchant_id, kind, fees, revenue_sats, revenue_usd, partner_sats, partner_usd, markup_usd)
    select day, merchant_id, kind, sum(fees), sum(revenue_sats), sum(revenue_usd), sum(partner_sats), sum(partner_usd), sum(markup_usd)
    from fee_parts where posted_in >= v_from.before and posted_in < v_before and transfer_id > v_from.base
    group by day, merchant_id, kind
    on conflict (day, merchant_id, kind) do update set fees = d.fees + excluded.fees,
      revenue_sats = d.revenue_sats + excluded.revenue_sats, revenue_usd = d.revenue_usd + excluded.revenue_usd,
      partner_sats = d.partner_sats + excluded.partner_sats, partner_usd = d.partner_usd + excluded.partner_usd,
      markup_usd = d.markup_usd + excluded.markup_usd;
  end if;
  update revenue_through set before = v_before, base = v_from.base;
end
$$;

create or replace function revenue_between(p_after timestamptz, p_until timestamptz) returns numeric language sql stable as $$
  with days as (
    select (p_after at time zone 'UTC')::date as first, (p_until at time zone 'UTC')::date as last
  ),
  ends as (
    select d.first as day from days d union select d.last from days d
  )
  select coalesce((select sum(r.revenue_usd) from revenue_by_day r, days d where r.day > d.first and r.day < d.last), 0)
    + coalesce((
      select -sum(e.amount_usd) from ends x
        join ledger_transfers t on t.posted_at >= x.day::timestamp at time zone 'UTC'
          and t.posted_at < (x.day + 1)::timestamp at time zone 'UTC' and t.posted_at > p_after and t.posted_at <= p_until
        join ledger_entries e on e.transfer_id = t.id
      where e.account_id in (select id from ledger_accounts where kind in ('revenue', 'forgiven') and owner_kind = 'platform')
    ), 0)
$$;

-- The sums of the past are made again, now with the markup in them.
do $$
begin
  if exists (select from revenue_days) then
    update revenue_through set before = '9223372036854775807';
    perform carry_revenue();
  end if;
end
$$;
