-- The platform's revenue by day, carried forward from the ledger.

-- The sums of fees by UTC day and merchant, carried forward as those of partners are: a report costs as many rows as
-- it has days and merchants, however many payments there were. Merchant 0 is nobody.
create table revenue_days (
  day date not null,
  merchant_id integer not null,
  kind text not null,
  fees bigint not null,
  revenue_sats bigint not null,
  revenue_usd numeric(20,8) not null,
  partner_sats bigint not null,
  partner_usd numeric(20,8) not null,
  markup_usd numeric(20,8) not null default 0,
  constraint revenue_days_unique primary key (day, merchant_id, kind)
);

-- How far the ledger has been summed up, as carried_through says for partners.
create table revenue_through (
  only_row boolean default true primary key constraint revenue_through_only_row check (only_row),
  before xid8 not null default '0',
  base bigint not null default 0
);
insert into revenue_through default values;

create function uncarried_fees() returns setof bigint language plpgsql stable rows 50 as $$
begin
  return query select t.id from ledger_transfers t
    where t.posted_in >= (select before from revenue_through) and t.id > (select base from revenue_through);
end
$$;

create view revenue_by_day as
  select day, merchant_id, kind, fees, revenue_sats, revenue_usd, partner_sats, partner_usd, markup_usd from revenue_days
  union all
  select p.day, p.merchant_id, p.kind, p.fees, p.revenue_sats, p.revenue_usd, p.partner_sats, p.partner_usd, p.markup_usd
  from uncarried_fees() u cross join lateral (select * from fee_parts f where f.transfer_id = u) p
  union all
  select day, merchant_id, 'forgiven', 0, -amount_sats, -amount_usd, 0, 0, 0 from forgiven_fees;

create function carry_revenue() returns void language plpgsql as $$
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

-- The platform's revenue after one moment up to another: whole days from their sums, the rest of the two days at the
-- ends from the ledger.
create function revenue_between(p_after timestamptz, p_until timestamptz) returns numeric language sql stable as $$
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
      where e.account_id in (select id from ledger_accounts where kind in ('revenue', 'forgiven', 'written-off') and owner_kind = 'platform')
    ), 0)
$$;
