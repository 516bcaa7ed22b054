import { firstPriceUsd } from '@bitquay/contract/balances'
import type { Output } from '@bitquay/contract/call'
import { centsOfSats, fromCents, fromSats, fromUsd8, toCents, toDollars, toUsd8 } from '@bitquay/contract/money'
import type { getRevenue } from '@bitquay/contract/revenue'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { type RevenueQuery, type RevenueSpan, spanOf, startOfDay } from './revenue-span.ts'
import { roundToTotal } from './round-to-total.ts'

type Revenue = Output<typeof getRevenue>
type FeeKind = Revenue['byKind'][number]['kind']

const mostMerchants = 50

type Sum = {
  what: 'step' | 'merchant' | 'others' | 'kind' | 'all'
  isNow: boolean
  start: string | null
  merchantId: number | null
  storeName: string | null
  kind: FeeKind | null
  merchants: bigint
  fees: bigint
  revenueSats: bigint
  revenueUsd: string
  previousUsd: string
  lightningUsd: string
  markupUsd: string
  partnerSats: bigint
  partnerUsd: string
}

export const readRevenue = async (db: Db, query: RevenueQuery): Promise<Revenue> => {
  const span = spanOf(query)
  const [{ sums, days }, owedUsd8, partners] = await Promise.all([
    sumUp(db, span),
    readOwed(db, span),
    readPartnerShare(db),
  ])
  const of = (what: Sum['what']) => sums.filter((sum) => sum.what === what)
  const all = of('all')[0]
  const [now, before] = [of('kind').filter(({ isNow }) => isNow), of('kind').filter(({ isNow }) => !isNow)]
  return {
    range: query.from === undefined ? query.range : null,
    unit: span.unit,
    from: days.from.toISOString(),
    lastDay: days.last,
    previous: { firstDay: days.previousFirst, lastDay: days.previousLast },
    total: revenueOf(all),
    sum: partsOf(now),
    previousSum: partsOf(before),
    ...collectionOf(all, owedUsd8),
    overTime: of('step').map(({ start, revenueUsd, previousUsd, lightningUsd, fees }) => ({
      start: start ?? '',
      revenueUsd: toDollars(revenueUsd),
      lightningUsd: toDollars(lightningUsd),
      fees: Number(fees),
      previousUsd: toDollars(previousUsd),
    })),
    ...byMerchantOf(of('merchant'), of('others')[0], all),
    byKind: byKindOf(now, all),
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

/** Platform fee + markup + withdrawal fees − forgiven = revenue, in cents too. */
const partsOf = (kinds: readonly Sum[]): Revenue['sum'] => {
  const total = { all: 0n, markup: 0n, withdrawals: 0n, forgiven: 0n }
  for (const { kind, revenueUsd, markupUsd } of kinds) {
    const usd8 = toUsd8(revenueUsd)
    total.all += usd8
    total.markup += toUsd8(markupUsd)
    if (kind === 'withdrawal' || kind === 'other') total.withdrawals += usd8
    if (kind === 'forgiven') total.forgiven -= usd8
  }
  const { all, markup, withdrawals, forgiven } = total
  const platform = all - markup - withdrawals + forgiven
  const [platformFeeUsd = '0.00', markupUsd = '0.00', withdrawalFeesUsd = '0.00', offUsd = '0.00'] = roundToTotal(
    [platform, markup, withdrawals, -forgiven].map(fromUsd8),
    fromUsd8(all),
  )
  const revenueUsd = toDollars(fromUsd8(all))
  return { platformFeeUsd, markupUsd, withdrawalFeesUsd, forgivenUsd: fromCents(-toCents(offUsd)), revenueUsd }
}

/**
 * What merchants owe is never more than the revenue: what was forgiven has the price of the withdrawal, and what is owed
 * that of the payment.
 */
const collectionOf = (all: Sum | undefined, owedUsd8: bigint) => {
  const revenueUsd8 = toUsd8(all?.revenueUsd ?? '0')
  const owed = owedUsd8 > revenueUsd8 ? (revenueUsd8 > 0n ? revenueUsd8 : 0n) : owedUsd8
  const [collectedUsd = '0.00', owedUsd = '0.00'] = roundToTotal(
    [revenueUsd8 - owed, owed].map(fromUsd8),
    fromUsd8(revenueUsd8),
  )
  return { collectedUsd, owedUsd }
}

/** Every merchant's row, and one of all others. Together they are the totals. */
const byMerchantOf = (merchants: readonly Sum[], others: Sum | undefined, all: Sum | undefined) => {
  const columnOf = (of: (sum: Sum | undefined) => string) =>
    roundToTotal([...merchants, others].map(of), toDollars(of(all)))
  const revenueUsd = columnOf((sum) => sum?.revenueUsd ?? '0')
  const previousUsd = columnOf((sum) => sum?.previousUsd ?? '0')
  const partnerUsd = columnOf((sum) => sum?.partnerUsd ?? '0')
  const rest = merchants.length
  return {
    byMerchant: merchants.map((sum, place) => ({
      merchantId: sum.merchantId ?? 0,
      storeName: sum.storeName ?? '',
      fees: Number(sum.fees),
      revenue: { btc: fromSats(sum.revenueSats), usd: revenueUsd[place] ?? '0.00' },
      previousUsd: previousUsd[place] ?? '0.00',
      partnerShare: { btc: fromSats(sum.partnerSats), usd: partnerUsd[place] ?? '0.00' },
    })),
    others: {
      merchants: Number(others?.merchants ?? 0n),
      revenueUsd: revenueUsd[rest] ?? '0.00',
      previousUsd: previousUsd[rest] ?? '0.00',
      partnerShareUsd: partnerUsd[rest] ?? '0.00',
    },
  }
}

const byKindOf = (kinds: readonly Sum[], all: Sum | undefined): Revenue['byKind'] => {
  const revenueUsd = roundToTotal(
    kinds.map((sum) => sum.revenueUsd),
    all?.revenueUsd ?? '0',
  )
  const partnerUsd = roundToTotal(
    kinds.map((sum) => sum.partnerUsd),
    all?.partnerUsd ?? '0',
  )
  return kinds.map((sum, place) => ({
    kind: sum.kind ?? 'other',
    fees: Number(sum.fees),
    revenue: { btc: fromSats(sum.revenueSats), usd: revenueUsd[place] ?? '0.00' },
    partnerShare: { btc: fromSats(sum.partnerSats), usd: partnerUsd[place] ?? '0.00' },
  }))
}

type Days = { from: Date; last: string; previousFirst: string; previousLast: string }

/** The fees are read once and summed up in every way that the page shows. */
const sumUp = async (db: Db, span: RevenueSpan) => {
  const { unit, first, last, previousFirst, previousLast } = span
  const now = sql`f.is_now`
  const sums = sql`coalesce(sum(f.fees) filter (where ${now}), 0)::bigint as fees,
    coalesce(sum(f.revenue_sats) filter (where ${now}), 0)::bigint as revenue_sats,
    coalesce(sum(f.revenue_usd) filter (where ${now}), 0) as revenue_usd,
    coalesce(sum(f.revenue_usd) filter (where not f.is_now), 0) as previous_usd,
    coalesce(sum(f.revenue_usd) filter (where f.is_now and f.kind = 'lightning'), 0) as lightning_usd,
    coalesce(sum(f.markup_usd) filter (where ${now}), 0) as markup_usd,
    coalesce(sum(f.partner_sats) filter (where ${now}), 0)::bigint as partner_sats,
    coalesce(sum(f.partner_usd) filter (where ${now}), 0) as partner_usd`
  const none = sql`null::text as start, null::integer as merchant_id, null::text as store_name, null::text as kind`
  const interval = sql`interval ${sql.lit(`1 ${unit}`)}`
  const { rows } = await sql<Sum>`
    with fees as materialized (
      select r.*, r.day >= ${first} as is_now, date_trunc(${sql.lit(unit)}, r.day::timestamp) as step
      from revenue_by_day r where r.day >= ${previousFirst} and r.day <= ${last}
    ),
    -- The same place of the span before is so many steps back.
    places as (
      select n.s, p.s as before from generate_series(${first}::timestamp, ${last}::timestamp, ${interval}) with ordinality n (s, place)
        left join generate_series(${previousFirst}::timestamp, ${previousLast}::timestamp, ${interval}) with ordinality p (s, place)
          using (place)
    ),
    steps as (
      select 'step' as what, true as is_now, to_char(p.s, 'YYYY-MM-DD') as start, null::integer as merchant_id,
        null::text as store_name, null::text as kind, 0::bigint as merchants, ${sums}
      from places p left join fees f on f.step in (p.s, p.before)
      group by p.s
    ),
    ranked as (
      select merchant_id, row_number() over (order by sum(revenue_usd) filter (where is_now) desc nulls last, merchant_id) as place
      from fees where merchant_id <> 0 group by merchant_id
    ),
    merchants_of as (
      select 'merchant' as what, true as is_now, null::text as start, f.merchant_id, m.store_name, null::text as kind,
        1::bigint as merchants, ${sums}
      from fees f join ranked k using (merchant_id) join merchants m on m.id = f.merchant_id
      where k.place <= ${mostMerchants} group by f.merchant_id, m.store_name
    ),
    others as (
      select 'others' as what, true as is_now, ${none}, count(distinct nullif(f.merchant_id, 0)) as merchants, ${sums}
      from fees f left join ranked k using (merchant_id) where k.place is null or k.place > ${mostMerchants}
    ),
    kinds as (
      select 'kind' as what, f.is_now, null::text as start, null::integer as merchant_id, null::text as store_name, f.kind,
        0::bigint as merchants, sum(f.fees)::bigint as fees, sum(f.revenue_sats)::bigint as revenue_sats,
        sum(f.revenue_usd) as revenue_usd, 0::numeric as previous_usd, 0::numeric as lightning_usd,
        sum(f.markup_usd) as markup_usd, sum(f.partner_sats)::bigint as partner_sats, sum(f.partner_usd) as partner_usd
      from fees f group by f.kind, f.is_now
    ),
    whole as (
      select 'all' as what, true as is_now, ${none}, 0::bigint as merchants, ${sums} from fees f
    )
    select * from (
      select * from steps union all select * from merchants_of union all select * from others
      union all select * from kinds union all select * from whole
    ) s
    order by s.what, s.start, s.revenue_usd desc, s.merchant_id, s.kind`.execute(db)
  const { rows: days } = await sql<Days>`
    select ${startOfDay(first)} as "from", to_char(least(${last}, (app_now() at time zone 'UTC')::date), 'YYYY-MM-DD') as last,
      to_char(${previousFirst}, 'YYYY-MM-DD') as previous_first, to_char(${previousLast}, 'YYYY-MM-DD') as previous_last`.execute(
    db,
  )
  const [known] = days
  if (!known) throw new Error('no days')
  return { sums: rows, days: known }
}

/**
 * What merchants still owe of the platform's part of the fees that were booked in the span, in dollars of the booking.
 * Only open fees are read, which are few.
 */
const readOwed = async (db: Db, { first, last }: RevenueSpan): Promise<bigint> => {
  const { rows } = await sql<{ owed: string }>`
    select coalesce(sum(round(greatest(due_sats(f) - f.partner_sats, 0) * f.btc_price_at_time / 100000000, 8)), 0) as owed
    from fee_transactions f join ledger_transfers t on t.id = f.transfer_id
    where not f.processed and f.reversed_at is null
      and t.posted_at >= ${startOfDay(first)} and t.posted_at < ${startOfDay(sql`(${last} + 1)`)}`.execute(db)
  return toUsd8(rows[0]?.owed ?? '0')
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
