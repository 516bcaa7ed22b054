import type { Period } from '@bitquay/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { endOf, inPeriod, startOf } from '../platform/db/period.ts'
import { type ClassFilter, classesOf, transactionClasses } from './classes.ts'

/** Whose transactions: one merchant's, or everyone's. */
export type Scope = { merchantId: number | undefined }
export type Filter = ClassFilter & Period & { minAmount?: string | undefined }
export type Sort = `${'' | '-'}${'date' | 'gross' | 'net'}`
export type Page = { limit: number; cursor: string | undefined }

/** A way to find rows of `transactions t` by a search, with its own index. */
export type SearchWay = {
  /** Selects `pageColumns` of the rows that also fulfill the other filters, in the order of the list and up to its end. */
  read: (where: RawBuilder<boolean>, end: RawBuilder<unknown>) => RawBuilder<unknown>
  /** A part that ends at a limit, so that its matches are not complete when it is reached. */
  limited?: { query: RawBuilder<unknown>; most: number }
}

type List = { scope: Scope; filter: Filter; sort: Sort; most: number; after: Cursor | undefined }
/** The last row of the page before. Its amount is null where it is unknown, and where the sort is by date. */
type Cursor = { id: string; key: bigint | null }

/**
 * The rows of a page, as a query for their `id` in the order of the list: as many as the page has, and one more.
 * Undefined when the cursor is not a row of this list's owner. Each filter and sort reads from the end of an index.
 */
export const findPage = async (
  db: Db,
  scope: Scope,
  filter: Filter,
  sort: Sort,
  page: Page,
  search?: readonly SearchWay[],
): Promise<RawBuilder<unknown> | undefined> => {
  const after = page.cursor === undefined ? undefined : await findCursor(db, scope, sort, page.cursor)
  if (page.cursor !== undefined && after === undefined) return undefined
  const list: List = { scope, filter, sort, most: page.limit + 1, after }
  if (search) return found(list, search)
  return keyOf(sort) ? byAmount(db, list) : byDate(list)
}

const findCursor = async (db: Db, scope: Scope, sort: Sort, cursor: string): Promise<Cursor | undefined> => {
  const key = keyOf(sort)
  // A sort by date looks the cursor up in the same statement.
  if (!key) return { id: cursor, key: null }
  const { rows } = await sql<{ key: bigint | null }>`
    select ${key} as key from transactions t where ${all([sql`t.id = ${cursor}::bigint`, ...ofScope(scope)])}`.execute(
    db,
  )
  return rows[0] && { id: cursor, ...rows[0] }
}

const isDown = (sort: Sort) => sort.startsWith('-')

/** The amount that a sort compares. A sort by date has none. */
const keyOf = (sort: Sort): RawBuilder<unknown> | undefined =>
  sort.endsWith('date') ? undefined : sort.endsWith('gross') ? sql`t.gross_cents` : sql`t.net_cents`

/** The order of a sort, for the rows of `t`. */
export const orderBy = (sort: Sort): RawBuilder<unknown> => {
  const way = isDown(sort) ? sql`desc` : sql`asc`
  const key = keyOf(sort)
  return key ? sql`order by ${key} ${way} nulls last, t.id ${way}` : sql`order by t.seen_at ${way}, t.id ${way}`
}

/** The rows after the cursor, in the order of a sort. Unknown amounts come last. */
const afterCursor = ({ scope, sort, after }: List): RawBuilder<boolean>[] => {
  if (!after) return []
  const beyond = isDown(sort) ? sql`<` : sql`>`
  const key = keyOf(sort)
  const id = sql`${after.id}::bigint`
  if (!key) {
    const seenAt = sql`(select t.seen_at from transactions t where ${all([sql`t.id = ${id}`, ...ofScope(scope)])})`
    return [sql`(t.seen_at, t.id) ${beyond} (${seenAt}, ${id})`]
  }
  if (after.key === null) return [sql`${key} is null and t.id ${beyond} ${id}`]
  return [sql`((${key}, t.id) ${beyond} (${after.key}::bigint, ${id}) or ${key} is null)`]
}

const ofScope = ({ merchantId }: Scope): RawBuilder<boolean>[] =>
  merchantId === undefined ? [] : [sql`t.merchant_id = ${merchantId}`]

const conditionsOf = (scope: Scope, { minAmount }: Filter): RawBuilder<boolean>[] => [
  ...ofScope(scope),
  ...(minAmount === undefined ? [] : [sql<boolean>`t.amount >= ${minAmount}::numeric`]),
]

const inClasses = (filter: ClassFilter): RawBuilder<boolean>[] => {
  const classes = classesOf(filter)
  return classes ? [sql`t.class = any(${classes}::smallint[])`] : []
}

const all = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`

/** The columns that a page is sorted by. */
export const pageColumns = sql`t.id, t.seen_at, t.gross_cents, t.net_cents`

/** A way of a search that is a condition of the row itself. */
export const matching = (condition: RawBuilder<boolean>): SearchWay => ({
  read: (where, end) => sql`select ${pageColumns} from transactions t where ${where} and ${condition} ${end}`,
})

/** Each way of a search has its own index. */
const found = (list: List, search: readonly SearchWay[]) => {
  const { scope, filter, sort, most } = list
  const conditions = [
    ...conditionsOf(scope, filter),
    ...inClasses(filter),
    ...inPeriod(sql`t.seen_at`, filter),
    ...afterCursor(list),
  ]
  const end = sql`${orderBy(sort)} limit ${most}`
  const ways = search.map(({ read }) => sql`(${read(all(conditions), end)})`)
  return sql`select t.id from (${sql.join(ways, sql` union `)}) t ${end}`
}

/** Classes are read one by one, each from its own end. Without a filter, one index has all rows by time. */
const byDate = (list: List) => {
  const { scope, filter, sort, most } = list
  const where = [...conditionsOf(scope, filter), ...inPeriod(sql`t.seen_at`, filter), ...afterCursor(list)]
  const end = sql`${orderBy(sort)} limit ${most}`
  const classes = classesOf(filter)
  if (classes === undefined) return sql`select t.id from transactions t where ${all(where)} ${end}`
  return sql`select t.id from (${liveClasses(scope, classes)}) c cross join lateral (
      select ${pageColumns} from transactions t where ${all([...where, sql`t.class = c.class`])} ${end}
    ) t ${end}`
}

/** Few of the classes have rows. The sums know which. */
const liveClasses = ({ merchantId }: Scope, classes: number[] | undefined) => {
  const wanted = classes ? sql`class = any(${classes}::smallint[])` : sql`true`
  return sql`
    select class from transaction_sums where merchant_id = ${merchantId ?? 0} and grain = 'all' and ${wanted}
    union
    select class from transaction_sum_changes
    where ${merchantId === undefined ? sql`true` : sql`merchant_id = ${merchantId}`} and ${wanted}`
}

/**
 * A sort by an amount reads the index of that amount. A range or a minimum amount leaves out rows of it, so where few
 * rows match, these are read by time or by amount and then sorted. The sums know how many match.
 */
const byAmount = async (db: Db, list: List) => {
  const { scope, filter, sort, most } = list
  const classes = classesOf(filter)
  const inRange = inPeriod(sql`t.seen_at`, filter)
  if (filter.minAmount !== undefined && (await hasFewFrom(db, scope, filter.minAmount))) {
    return idsOf(sorted(list, [...inClasses(filter), ...inRange]))
  }
  if (inRange.length === 0) return idsOf(walked(list, liveClasses(scope, classes)))
  const counts = await countClasses(db, scope, filter, classes)
  // A walk reads `all / matching` entries of the index for each row that it finds. Sorting a row takes three times as long.
  // Rows without an amount are in the order of their arrival, so a walk may read all that lie beside the range.
  const isWalked = ({ class: number, all: rows, matching }: ClassCount) =>
    isUnknown(number, sort) ? 3n * matching > rows - matching : 3n * matching * matching > rows * BigInt(most)
  const toWalk = counts.filter(isWalked).map((each) => each.class)
  const toSort = counts.filter((each) => !isWalked(each)).map((each) => each.class)
  const parts = [
    ...(toWalk.length > 0 ? [walked(list, sql`select unnest(${toWalk}::smallint[]) as class`)] : []),
    ...(toSort.length > 0 ? [sorted(list, [sql`t.class = any(${toSort}::smallint[])`, ...inRange])] : []),
  ].map((part) => sql`(${part})`)
  if (parts.length === 0) return idsOf(sql`select 0 as id, 0 as key where false`)
  return idsOf(sql`select * from (${sql.join(parts, sql` union all `)}) t ${orderByKey(sort)} limit ${most}`)
}

/** Nothing was booked of these payments, so their net amount is unknown. */
const isUnknown = (number: number, sort: Sort) => {
  const { type, booked } = transactionClasses[number] ?? {}
  return sort.endsWith('net') && type === 'incoming' && booked === false
}

const idsOf = (rows: RawBuilder<unknown>) => sql`select t.id from (${rows}) t`

const orderByKey = (sort: Sort) => {
  const way = isDown(sort) ? sql`desc` : sql`asc`
  return sql`order by t.key ${way} nulls last, t.id ${way}`
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

/** Reads the rows that match and sorts them. With an offset, the planner can't walk the index of the amount instead. */
const sorted = (list: List, conditions: readonly RawBuilder<boolean>[]) => {
  const { scope, filter, sort, most } = list
  return sql`
    select t.id, ${keyOf(sort)} as key from (
      select ${pageColumns} from transactions t where ${all([...conditionsOf(scope, filter), ...conditions])} offset 0
    ) t where ${all(afterCursor(list))} ${orderBy(sort)} limit ${most}`
}

/**
 * Reads each class from the end of the amount's index, known amounts first, which is the order of the index if the sort
 * goes up. The range is a filter here: written as a test, the planner can't read the index by time instead.
 */
const walked = (list: List, classes: RawBuilder<unknown>) => {
  const { scope, filter, sort, most, after } = list
  const key = keyOf(sort)
  const way = isDown(sort) ? sql`desc` : sql`asc`
  const beyond = isDown(sort) ? sql`<` : sql`>`
  const where = [
    ...conditionsOf(scope, filter),
    sql<boolean>`t.class = c.class`,
    ...inPeriod(sql`t.seen_at`, filter).map((condition) => sql<boolean>`(${condition}) is true`),
  ]
  const id = sql`${after?.id}::bigint`
  const pastKnown =
    after && after.key !== null ? [sql<boolean>`(${key}, t.id) ${beyond} (${after.key}::bigint, ${id})`] : []
  const pastUnknown = after && after.key === null ? [sql<boolean>`t.id ${beyond} ${id}`] : []
  const known = sql`(select t.id, ${key} as key from transactions t
    where ${all([...where, sql`${key} is not null`, ...pastKnown])} order by ${key} ${way}, t.id ${way} limit ${most})`
  // Ordered by the ID alone, the planner would walk all transactions in search of these.
  const unknown = sql`(select t.id, ${key} as key from transactions t
    where ${all([...where, sql`${key} is null`, ...pastUnknown])} order by ${key} ${way}, t.id ${way} limit ${most})`
  const upwards = sql`select t.id, ${key} as key from transactions t
    where ${all(where)} order by ${key}, t.id limit ${most}`
  const both = after || isDown(sort) ? sql`${known} union all ${unknown}` : upwards
  return sql`select t.id, t.key from (${classes}) c cross join lateral (
      ${after?.key === null ? unknown : both}
    ) t ${orderByKey(sort)} limit ${most}`
}
