import { firstPriceUsd } from '@bitquay/contract/balances'
import type { Output } from '@bitquay/contract/call'
import { centsOfSats, fromCents, fromSats, toCents, toDollars } from '@bitquay/contract/money'
import type { getRevenue, RevenueRange } from '@bitquay/contract/revenue'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

type Revenue = Output<typeof getRevenue>
type FeeKind = Revenue['byKind'][number]['kind']

const mostMerchants = 50

const spans: Record<RevenueRange, { unit: 'day' | 'month'; steps: number }> = {
  '7D': { unit: 'day', steps: 7 },
  '30D': { unit: 'day', steps: 30 },
  '90D': { unit: 'day', steps: 90 },
  '12M': { unit: 'month', steps: 12 },
}

/** The start of a range whose last day or month is the current one in UTC. */
export const startOf = (range: RevenueRange): RawBuilder<Date> => {
  const { unit, steps } = spans[range]
  return sql<Date>`((date_trunc(${sql.lit(unit)}, app_now() at time zone 'UTC')
    - ${sql.lit(steps - 1)} * interval ${sql.lit(`1 ${unit}`)}) at time zone 'UTC')`
}

type Sum = {
  what: 'step' | 'merchant' | 'kind' | 'all'
  start: string | null
  merchantId: number | null
  storeName: string | null
  kind: FeeKind | null
  fees: bigint
  revenueSats: bigint
  revenueUsd: string
  lightningUsd: string
  partnerSats: bigint
  partnerUsd: string
}

export const readRevenue = async (db: Db, range: RevenueRange): Promise<Revenue> => {
  const [{ sums, from }, partners] = await Promise.all([sumUp(db, range), readPartnerShare(db)])
  const of = (what: Sum['what']) => sums.filter((sum) => sum.what === what)
  const all = of('all')[0]
  return {
    range,
    unit: spans[range].unit,
    from: from.toISOString(),
    total: revenueOf(all),
    overTime: of('step').map(({ start, revenueUsd, lightningUsd, fees }) => ({
      start: start ?? '',
      revenueUsd: toDollars(revenueUsd),
      lightningUsd: toDollars(lightningUsd),
      fees: Number(fees),
    })),
    byMerchant: of('merchant').map((sum) => ({
      merchantId: sum.merchantId ?? 0,
      storeName: sum.storeName ?? '',
      ...partsOf(sum),
    })),
    byKind: of('kind').map((sum) => ({ kind: sum.kind ?? 'other', ...partsOf(sum) })),
    partners: { earned: partnersOf(all), ...partners },
  }
}

const revenueOf = (sum: Sum | undefined) => ({
  btc: fromSats(sum?.revenueSats ?? 0n),
  usd: toDollars(sum?.revenueUsd ?? '0'),
})
const partnersOf = (sum: Sum | undefined) => ({
  btc: fromSats(sum?.partnerSats ?? 0n),
  usd: toDollars(sum?.partnerUsd ?? '0'),
})
const partsOf = (sum: Sum) => ({ fees: Number(sum.fees), revenue: revenueOf(sum), partnerShare: partnersOf(sum) })

/** The fees are read once and summed up in every way that the page shows. */
const sumUp = async (db: Db, range: RevenueRange) => {
  const { unit } = spans[range]
  const sums = sql`coalesce(sum(f.fees), 0)::bigint as fees, coalesce(sum(f.revenue_sats), 0)::bigint as revenue_sats,
    coalesce(sum(f.revenue_usd), 0) as revenue_usd,
    coalesce(sum(f.revenue_usd) filter (where f.kind = 'lightning'), 0) as lightning_usd,
    coalesce(sum(f.partner_sats), 0)::bigint as partner_sats, coalesce(sum(f.partner_usd), 0) as partner_usd`
  const { rows } = await sql<Sum & { rangeFrom: Date }>`
    with fees as materialized (
      select r.*, date_trunc(${sql.lit(unit)}, r.day::timestamp) as step
      from revenue_by_day r where r.day >= (${startOf(range)} at time zone 'UTC')::date
    ),
    steps as (
      select 'step' as what, to_char(s, 'YYYY-MM-DD') as start, null::integer as merchant_id, null::text as store_name, null::text as kind, ${sums}
      from generate_series(${startOf(range)} at time zone 'UTC', app_now() at time zone 'UTC', interval ${sql.lit(`1 ${unit}`)}) s
        left join fees f on f.step = s
      group by s
    ),
    merchants_of as (
      select 'merchant' as what, null::text as start, f.merchant_id, m.store_name, null::text as kind, ${sums}
      from fees f join merchants m on m.id = f.merchant_id
      group by f.merchant_id, m.store_name order by sum(f.revenue_usd) desc, f.merchant_id limit ${mostMerchants}
    ),
    kinds as (
      select 'kind' as what, null::text as start, null::integer as merchant_id, null::text as store_name, f.kind, ${sums}
      from fees f group by f.kind
    ),
    whole as (
      select 'all' as what, null::text as start, null::integer as merchant_id, null::text as store_name, null::text as kind, ${sums}
      from fees f
    )
    select s.*, ${startOf(range)} as range_from from (
      select * from steps union all select * from merchants_of union all select * from kinds union all select * from whole
    ) s
    order by s.what, s.start, s.revenue_usd desc, s.merchant_id, s.kind`.execute(db)
  return { sums: rows, from: rows[0]?.rangeFrom ?? new Date(0) }
}

/** All-time: what partners were paid, in dollars of that time, and what they still own, in dollars of today. */
const readPartnerShare = async (db: Db): Promise<Pick<Revenue['partners'], 'paid' | 'owed'>> => {
  const { rows } = await sql<{ paidSats: bigint; paidUsd: string; owedSats: bigint; price: string | null }>`
    select coalesce(sum(withdrawn_sats), 0)::bigint as paid_sats, coalesce(sum(withdrawn_usd), 0) as paid_usd,
      coalesce(sum(balance_sats + held_sats), 0)::bigint as owed_sats,
      (select price from prices where currency = 'USD' order by at desc limit 1) as price
    from partner_figures`.execute(db)
  const row = rows[0] ?? { paidSats: 0n, paidUsd: '0', owedSats: 0n, price: null }
  return {
    paid: { btc: fromSats(row.paidSats), usd: toDollars(row.paidUsd) },
    owed: {
      btc: fromSats(row.owedSats),
      usd: fromCents(centsOfSats(row.owedSats, toCents(row.price ?? firstPriceUsd))),
    },
  }
}
