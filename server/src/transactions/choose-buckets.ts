import type { Period } from '@bitquay/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { endOf, inPeriod, startOf } from '../platform/db/period.ts'
import type { Bucket, SortKey } from '../platform/db/sorted-rows.ts'
import { type ClassFilter, classesOf, transactionClasses } from './classes.ts'

/** Whose transactions: one merchant's, or everyone's. */
export type Scope = { merchantId: number | undefined }
export type Filter = ClassFilter & Period & { minAmount?: string | undefined }
type Sort = 'date' | 'gross' | 'net'

/** Of `transactions t`. */
export const sortKeys: Record<Sort, SortKey> = {
  date: { by: sql`t.seen_at` },
  gross: { by: sql`t.gross_cents`, isNullable: true },
  net: { by: sql`t.net_cents`, isNullable: true },
}

export const ofScope = ({ merchantId }: Scope) =>
  merchantId === undefined ? sql`true` : sql`t.merchant_id = ${merchantId}`

export const inClasses = (filter: ClassFilter) => {
  const classes = classesOf(filter)
  return classes && sql`t.class = any(${classes}::smallint[])`
}

export const isAtLeast = (amount: string) => sql`t.amount >= ${amount}::numeric`

/**
 * Which classes of a list are read from their own end, and which are read and sorted. Undefined where one index has all
 * rows by time. A sort by an amount reads the index of that amount. A range or a minimum amount leaves out rows of it, so
 * where few rows match, these are read by time or by amount and then sorted. The sums know how many match.
 */
export const chooseBuckets = async (
  db: Db,
  scope: Scope,
  filter: Filter,
  { sort, limit }: { sort: Sort; limit: number },
): Promise<Bucket[] | undefined> => {
  const classes = classesOf(filter)
  const atLeast = filter.minAmount === undefined ? [] : [isAtLeast(filter.minAmount)]
  const inRange = inPeriod(sql`t.seen_at`, filter)
  if (sort === 'date') return classes && [walk(liveClasses(scope, classes), [...atLeast, ...inRange])]
  if (filter.minAmount !== undefined && (await hasFewFrom(db, scope, filter.minAmount))) {
    const ofClasses = inClasses(filter)
    return [{ conditions: [...atLeast, ...(ofClasses ? [ofClasses] : []), ...inRange], isFew: true }]
  }
  if (inRange.length === 0) return [walk(liveClasses(scope, classes), atLeast)]
  const counts = await countClasses(db, scope, filter, classes)
  // A walk reads `all / matching` entries of the index for each row that it finds. Sorting a row takes three times as long.
  // Rows without an amount are in the order of their arrival, so a walk may read all that lie beside the range.
  const isWalked = ({ class: number, all: rows, matching }: ClassCount) =>
    isUnknown(number, sort) ? 3n * matching > rows - matching : 3n * matching * matching > rows * BigInt(limit)
  const toWalk = counts.filter(isWalked).map((each) => each.class)
  const toSort = counts.filter((each) => !isWalked(each)).map((each) => each.class)
  // The range is a filter of a walk: written as a test, the planner can't read the index by time instead.
  const tested = inRange.map((condition) => sql`(${condition}) is true`)
  return [
    ...(toWalk.length > 0 ? [walk(sql`select unnest(${toWalk}::smallint[]) as class`, [...atLeast, ...tested])] : []),
    ...(toSort.length > 0
      ? [{ conditions: [...atLeast, sql`t.class = any(${toSort}::smallint[])`, ...inRange], isFew: true as const }]
      : []),
  ]
}

/** Reads classes one by one. */
const walk = (classes: RawBuilder<unknown>, conditions: readonly RawBuilder<unknown>[]): Bucket => ({
  each: sql`(${classes}) c`,
  conditions: [sql`t.class = c.class`, ...conditions],
})

/** Few of the classes have rows. The sums know which. */
const liveClasses = ({ merchantId }: Scope, classes: number[] | undefined) => {
  const wanted = classes ? sql`class = any(${classes}::smallint[])` : sql`true`
  return sql`
    select class from transaction_sums where merchant_id = ${merchantId ?? 0} and grain = 'all' and ${wanted}
    union
    select class from transaction_sum_changes
    where ${merchantId === undefined ? sql`true` : sql`merchant_id = ${merchantId}`} and ${wanted}`
}

/** Nothing was booked of these payments, so their net amount is unknown. */
const isUnknown = (number: number, sort: Sort) => {
  const { type, booked } = transactionClasses[number] ?? {}
  return sort === 'net' && type === 'incoming' && booked === false
}

type ClassCount = { class: number; all: bigint; matching: bigint }

/** How many rows each class has, altogether and in a range. Classes with none in the range are left out. */
const countClasses = async (db: Db, { merchantId = 0 }: Scope, period: Period, classes: number[] | undefined) => {
  const { rows } = await sql<ClassCount>`
    select class, sum(rows)::bigint as all, sum(matching)::bigint as matching from (
      select class, count as rows, 0 as matching from sum_transactions(${merchantId}, '-infinity', 'infinity')
      union all
      select class, 0, count from sum_transactions(${merchantId}, ${startOrOpen(period)}, ${endOrOpen(period)})
    ) s ${classes ? sql`where class = any(${classes}::smallint[])` : sql``}
    group by class having sum(matching) > 0`.execute(db)
  return rows
}

export const startOrOpen = (period: Period) => startOf(period) ?? sql<Date>`'-infinity'::timestamptz`
export const endOrOpen = (period: Period) => endOf(period) ?? sql<Date>`'infinity'::timestamptz`

/** Up to so many rows are read and sorted, which takes about a millisecond. */
const few = 2_000

const hasFewFrom = async (db: Db, { merchantId }: Scope, minAmount: string) => {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (
      select from transactions where merchant_id = ${merchantId} and amount >= ${minAmount}::numeric limit ${few + 1}
    ) t`.execute(db)
  return (rows[0]?.count ?? 0n) <= few
}
