import { fromCents, fromSats } from '@bitquay/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { startOfDay } from '../platform/db/period.ts'
import { countCap } from '../platform/db/sorted-rows.ts'
import { endOrOpen, type Filter, type Scope, startOrOpen } from './choose-buckets.ts'
import { type ClassFilter, classesOf, type Total, totalOf, transactionClasses } from './classes.ts'

/** No sums exist for a search or a minimum amount. Their rows are counted up to a number, newest first. */
export type Counted = {
  /** The `id` and `place` of the rows. */
  rows: RawBuilder<unknown>
  /** Parts of a search that end at a limit, so that their matches are not complete when it is reached. */
  limited: readonly { query: RawBuilder<unknown>; most: number }[]
}

/** Sums of the rows of one class. Gross amounts are negative when they were sent, and fees are not. */
export type ClassSums = {
  class: number
  count: bigint
  grossSats: bigint
  grossCents: bigint
  feeSats: bigint
  feeCents: bigint
}

/** Counts and totals of a list with its filters, and how many rows there are without. */
export const summarize = async (db: Db, scope: Scope, filter: Filter, counted?: Counted) => {
  const [everything, matching] = await Promise.all([
    readSums(db, scope, {}),
    counted ? sumRows(db, counted) : readSums(db, scope, filter).then((sums) => ({ sums, exact: true })),
  ])
  return {
    total: countOf(everything, {}),
    filtered: countOf(matching.sums, {}),
    invoices: countOf(matching.sums, { invoices: 'true' }),
    confirmed: countOf(matching.sums, { status: 'confirmed' }),
    pending: countOf(matching.sums, { status: 'unconfirmed' }),
    failed: countOf(matching.sums, { status: 'failed' }),
    exact: matching.exact,
    cap: countCap,
    ...presentTotals(matching.sums),
  }
}

const countOf = (sums: readonly ClassSums[], filter: ClassFilter) => {
  const classes = classesOf(filter)
  const counted = classes ? sums.filter((each) => classes.includes(each.class)) : sums
  return counted.reduce((sum, { count }) => sum + Number(count), 0)
}

const readSums = async (db: Db, { merchantId = 0 }: Scope, filter: Filter): Promise<ClassSums[]> => {
  const { rows } = await sql<ClassSums>`
    select ${classSums} from sum_transactions(${merchantId}, ${startOrOpen(filter)}, ${endOrOpen(filter)}) ${ofClasses(filter)}
    group by class`.execute(db)
  return rows
}

const classSums = sql`class, sum(count)::bigint as count, sum(gross_sats)::bigint as gross_sats,
  sum(gross_cents)::bigint as gross_cents, sum(fee_sats)::bigint as fee_sats, sum(fee_cents)::bigint as fee_cents`

const ofClasses = (filter: ClassFilter) => {
  const classes = classesOf(filter)
  return classes ? sql`where class = any(${classes}::smallint[])` : sql``
}

const sumRows = async (db: Db, { rows: numbered, limited }: Counted) => {
  const { rows } = await sql<ClassSums & { found: bigint }>`
    with found as materialized (${numbered})
    select ${rowSums}, (select count(*) from found) as found
    from found f join transactions t using (id) where f.place <= ${countCap} group by t.class`.execute(db)
  const sawAll = await sawAllInvoices(db, limited)
  return { sums: rows, exact: sawAll && (rows[0]?.found ?? 0n) <= countCap }
}

/** Whether no way of a search stopped at its limit of invoices. */
const sawAllInvoices = async (db: Db, limited: Counted['limited']) => {
  for (const { query, most } of limited) {
    const { rows } = await sql<{ count: bigint }>`select count(*) from (${query}) i`.execute(db)
    if ((rows[0]?.count ?? 0n) >= most) return false
  }
  return true
}

const rowSums = sql`t.class, count(*) as count, sum(gross_sats_of(t))::bigint as gross_sats,
  coalesce(sum(t.gross_cents), 0)::bigint as gross_cents, coalesce(sum(t.fee_sats), 0)::bigint as fee_sats,
  coalesce(sum(t.fee_cents), 0)::bigint as fee_cents`

const mostDays = 366
/** Each day of a time zone has rows in one or two UTC days, so twice as many UTC days have all rows of the days shown. */
const mostUtcDays = 2 * mostDays + 2

/** Totals by day, newest first. Days without rows are left out. */
export const listDays = async (db: Db, scope: Scope, filter: Filter, counted?: Counted) => {
  const days = counted ? await sumRowsByDay(db, filter, counted) : await readSumsByDay(db, scope, filter)
  return days.map(({ day, sums }) => ({ day, count: countOf(sums, {}), ...presentTotals(sums) }))
}

type DaySums = { day: string; sums: ClassSums[] }

/** A day's sums as JSON: one row for each day, so that no more days are read than are shown. */
const readSumsByDay = async (db: Db, { merchantId = 0 }: Scope, filter: Filter): Promise<DaySums[]> => {
  const start = startOrOpen(filter)
  const end = endOrOpen(filter)
  const ofMerchant = merchantId === 0 ? sql`true` : sql`merchant_id = ${merchantId}`
  const classes = classesOf(filter)
  const wanted = classes ? sql`class = any(${classes}::smallint[])` : sql`true`
  const { rows } = await sql<{ day: string; sums: string[][] }>`
    with utc_days as (
      select start from (
        select start from transaction_sums where merchant_id = ${merchantId} and grain = 'day' and ${wanted}
          and start > ${start} - interval '1 day' and start < ${end}
        union
        select date_trunc('day', hour, 'UTC') from transaction_sum_changes
        where ${ofMerchant} and ${wanted} and hour > ${start} - interval '1 hour' and hour < ${end}
      ) s order by start desc limit ${mostUtcDays}
    ), days as (
      select distinct (start at time zone 'UTC')::date + near as day from utc_days cross join generate_series(-1, 1) near
    )
    select to_char(d.day, 'YYYY-MM-DD') as day, s.sums from (select day from days order by day desc) d cross join lateral (
      select jsonb_agg(to_jsonb(array[class, count, gross_sats, gross_cents, fee_sats, fee_cents]::text[])) as sums from (
        select ${classSums} from sum_transactions(${merchantId}, greatest(${startOfDay(sql`d.day`, filter.tz)}, ${start}),
          least(${startOfDay(sql`d.day + 1`, filter.tz)}, ${end}))
        where ${wanted} group by class having sum(count) <> 0
      ) c
    ) s where s.sums is not null
    order by d.day desc limit ${mostDays}`.execute(db)
  return rows.map(({ day, sums }) => ({
    day,
    sums: sums.map((amounts) => {
      const [number = 0n, count = 0n, grossSats = 0n, grossCents = 0n, feeSats = 0n, feeCents = 0n] =
        amounts.map(BigInt)
      return { class: Number(number), count, grossSats, grossCents, feeSats, feeCents }
    }),
  }))
}

const sumRowsByDay = async (db: Db, filter: Filter, { rows: numbered }: Counted) => {
  const { rows } = await sql<ClassSums & { day: string }>`
    with found as materialized (${numbered})
    select to_char(t.seen_at at time zone ${filter.tz ?? 'UTC'}::text, 'YYYY-MM-DD') as day, ${rowSums}
    from found f join transactions t using (id) where f.place <= ${countCap} group by 1, t.class order by 1 desc`.execute(
    db,
  )
  const days = new Map<string, ClassSums[]>()
  for (const { day, ...sums } of rows) days.set(day, [...(days.get(day) ?? []), sums])
  return [...days].slice(0, mostDays).map(([day, sums]) => ({ day, sums }))
}

/** The totals of a set of rows, as the API shows them: fees are negative. */
export const presentTotals = (sums: readonly ClassSums[]) => {
  const { count, grossBtc, grossUsd } = presentSums(sums, 'pendingPayments')
  return {
    payments: presentSums(sums, 'payments'),
    pendingPayments: { count, grossBtc, grossUsd },
    sent: presentSums(sums, 'sent'),
  }
}

const presentSums = (sums: readonly ClassSums[], total: Total) => {
  const counted = sums.filter((each) => {
    const itsClass = transactionClasses[each.class]
    return itsClass !== undefined && totalOf(itsClass) === total
  })
  const sumOf = (name: Exclude<keyof ClassSums, 'class'>) => counted.reduce((sum, each) => sum + each[name], 0n)
  const [grossSats, grossCents, feeSats, feeCents] = [
    sumOf('grossSats'),
    sumOf('grossCents'),
    sumOf('feeSats'),
    sumOf('feeCents'),
  ]
  return {
    count: Number(sumOf('count')),
    grossBtc: fromSats(grossSats),
    grossUsd: fromCents(grossCents),
    feeBtc: fromSats(-feeSats),
    feeUsd: fromCents(-feeCents),
    netBtc: fromSats(grossSats - feeSats),
    netUsd: fromCents(grossCents - feeCents),
  }
}
