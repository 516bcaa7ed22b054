import { fromCents, fromUsd8, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { capParts } from './cap-parts.ts'
import { roundParts } from './queries.figures.ts'

const mostMerchants = 10

type Row = {
  merchantId: number | null
  merchant: string
  merchants: number
  payments: bigint
  grossCents: bigint
  earnedUsd8: bigint
  uncollectedUsd8: bigint
  lowestRate: string
  highestRate: string
}

/**
 * What a partner earned from each of the largest merchants, and from the others together, as recorded. The rates are the
 * contract's, of the schedules and shares that these payments were booked with. Both change rarely, so one rate is
 * computed for all payments between two changes.
 */
export const readEarningsByMerchant = async (db: Db, partnerId: number) => {
  const { rows } = await sql<Row>`
    with changes as (
      select array(select effective_from from standing_fee_schedules order by 1) as schedules,
        array(select effective_from from partner_share_changes where partner_id = ${partnerId} order by 1) as shares
    ), alike as (
      select s.merchant_id, f.transaction_type, count(*) as payments, sum(s.gross_cents) as gross_cents,
        sum(s.share_usd8) as earned_usd8, coalesce(sum(s.share_usd8) filter (where not f.processed), 0) as uncollected_usd8,
        min(coalesce(f.terms_at, f.created_at)) as terms_at, min(f.created_at) as booked_at
      from changes c, partner_shares s join fee_transactions f on f.id = s.fee_id
      where s.partner_id = ${partnerId} and not s.reversed
      group by s.merchant_id, f.transaction_type, width_bucket(coalesce(f.terms_at, f.created_at), c.schedules),
        width_bucket(f.created_at, c.shares)
    ), sums as (
      select a.merchant_id, sum(a.payments) as payments, sum(a.gross_cents) as gross_cents, sum(a.earned_usd8) as earned_usd8,
        sum(a.uncollected_usd8) as uncollected_usd8, min(r.rate) as lowest_rate, max(r.rate) as highest_rate
      from alike a
        cross join lateral (select partner_rate_at(${partnerId}, a.transaction_type, a.terms_at, a.booked_at) as rate) r
      group by a.merchant_id
    ), ranked as (
      select s.*, row_number() over (order by s.earned_usd8 desc, s.merchant_id) <= ${mostMerchants} as is_large from sums s
    ), grouped as (
      select case when r.is_large then r.merchant_id end as merchant_id, count(*)::int as merchants,
        sum(r.payments)::bigint as payments, sum(r.gross_cents)::bigint as gross_cents,
        sum(r.earned_usd8)::bigint as earned_usd8, sum(r.uncollected_usd8)::bigint as uncollected_usd8,
        min(r.lowest_rate) as lowest_rate, max(r.highest_rate) as highest_rate
      from ranked r group by 1
    )
    select g.*, m.store_name as merchant from grouped g left join merchants m on m.id = g.merchant_id
    order by g.merchant_id is null, g.earned_usd8 desc, g.merchant_id`.execute(db)
  const earned = roundParts(rows.map(({ earnedUsd8 }) => fromUsd8(earnedUsd8)))
  const uncollected = capParts(
    roundParts(rows.map(({ uncollectedUsd8 }) => fromUsd8(uncollectedUsd8))).map(toCents),
    earned.map(toCents),
  ).map(fromCents)
  const lines = rows.map((row, place) => {
    const [earnedUsd = '0.00', uncollectedUsd = '0.00'] = [earned[place], uncollected[place]]
    const collectedUsd = fromCents(toCents(earnedUsd) - toCents(uncollectedUsd))
    return {
      row,
      sums: {
        payments: Number(row.payments),
        grossUsd: fromCents(row.grossCents),
        earnedUsd,
        uncollectedUsd,
        collectedUsd,
      },
    }
  })
  const add = (found: typeof lines) => {
    const sum = (field: 'grossUsd' | 'earnedUsd' | 'uncollectedUsd' | 'collectedUsd') =>
      fromCents(found.reduce((cents, { sums }) => cents + toCents(sums[field]), 0n))
    return {
      payments: found.reduce((count, { sums }) => count + sums.payments, 0),
      ...{ grossUsd: sum('grossUsd'), earnedUsd: sum('earnedUsd') },
      ...{ uncollectedUsd: sum('uncollectedUsd'), collectedUsd: sum('collectedUsd') },
    }
  }
  const others = lines.filter(({ row }) => row.merchantId === null)
  return {
    merchants: lines.flatMap(({ row: { merchantId, merchant, lowestRate, highestRate }, sums }) =>
      merchantId === null
        ? []
        : [{ merchantId, merchant, ...sums, lowestRate: Number(lowestRate), highestRate: Number(highestRate) }],
    ),
    others: { merchants: others.reduce((count, { row }) => count + row.merchants, 0), ...add(others) },
    total: add(lines),
  }
}
