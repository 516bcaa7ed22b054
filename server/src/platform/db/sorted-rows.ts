import { type RawBuilder, sql } from 'kysely'

/** What a list is sorted by. Its index ends with this expression and the ID. */
export type SortKey = {
  by: RawBuilder<unknown>
  /** Rows without a value come last in both directions. */
  isNullable?: true
}

export type Sorting = SortKey & { isDown: boolean }

/** Reads `field` or `-field`. */
export const sortingOf = <Field extends string>(sort: Field | `-${Field}`, keys: Record<Field, SortKey>): Sorting => {
  const isDown = sort.startsWith('-')
  const field = (isDown ? sort.slice(1) : sort) as Field
  return { ...keys[field], isDown }
}

export type ListedRows = {
  /** A table with the alias that the conditions use, such as `invoices i`, and the alias alone. */
  table: RawBuilder<unknown>
  alias: RawBuilder<unknown>
  /** Its ID, such as `i.id`. */
  id: RawBuilder<unknown>
  /** Whose rows they are. A cursor of someone else's row finds nothing. */
  scope: RawBuilder<unknown>
  conditions: readonly RawBuilder<unknown>[]
  /** Few rows match, so they are read and sorted. */
  isFew?: true | undefined
  /** Alternatives of which a row must match one. Each is read from its own index. */
  ways?: readonly Way[] | undefined
  /** What the list is made of, instead of its conditions: each row is in one of them. Each is read on its own. */
  buckets?: readonly Bucket[] | undefined
}

/** A way to find rows by a search. */
export type Way = {
  condition: RawBuilder<unknown>
  /** Few rows match, so they are found before anything else is looked at. The planner would not always know. */
  isSelective?: boolean
  /** A query with its alias, such as `(select …) s`. For each of its rows, the rows that match are read on their own. */
  each?: RawBuilder<unknown>
}

export type Bucket = Pick<ListedRows, 'conditions' | 'isFew'> & Pick<Way, 'each'>

/** Eight characters of a hash, an address or a name leave few rows. */
export const isSelective = (search: string) => search.length >= 8

export type RowPage = {
  limit: number
  cursor: string | undefined
  /**
   * Matches of a search are found before anything else, at most so many of each way, and only these are sorted. A search
   * that runs while someone types costs little then, also for a few rows of a word that is rare or everywhere.
   */
  mostMatches?: number
}

/**
 * Finds the `id` and `sort_key` of the first rows after a cursor. Rows with and without a value, and the alternatives of
 * a search, are read from the end of their own index, so that a page costs the same however long the list is.
 */
export const sortedRows = (list: ListedRows, sorting: Sorting, page: RowPage): RawBuilder<unknown> =>
  rowsAfter(list, sorting, page, page.cursor === undefined ? undefined : placeOf(list, sorting, page.cursor))

/** A list whose rows are in several tables. The ID of a row is `parts × id + part`. */
export const sortedParts = (
  parts: readonly { rows: ListedRows; key: SortKey }[],
  isDown: boolean,
  page: RowPage,
): RawBuilder<unknown> => {
  const count = BigInt(parts.length)
  const selects = parts.map(({ rows, key }, part) => {
    const place = page.cursor === undefined ? undefined : placeAmong(parts, BigInt(page.cursor), BigInt(part), isDown)
    return sql`select found.id::bigint * ${sql.lit(Number(count))} + ${sql.lit(part)} as id, found.sort_key
      from (${rowsAfter(rows, { ...key, isDown }, page, place)}) found`
  })
  return sql`select id, sort_key from (${sql.join(selects, sql` union all `)}) found
    order by ${orderOf({ isDown })} limit ${page.limit}`
}

const rowsAfter = (
  list: ListedRows,
  sorting: Sorting,
  { limit, mostMatches }: RowPage,
  place: Place | undefined,
): RawBuilder<unknown> => {
  const { table, alias, id, scope, conditions } = list
  const { by } = sorting
  const direction = sorting.isDown ? sql`desc` : sql`asc`
  const { valued, unvalued } = afterPlace(list, sorting, place)
  const ends = sorting.isNullable ? [valued, unvalued] : [valued]
  const select = (from: RawBuilder<unknown>, where: readonly RawBuilder<unknown>[], nulls = sql``) => sql`(
    select ${id} as id, ${by} as sort_key from ${from}
    where ${sql.join([scope, ...where], sql` and `)}
    order by ${by} ${direction} ${nulls}, ${id} ${direction} limit ${limit})`
  /** Few rows are sorted. Reading them in the order of the list would read all the others. */
  const sort = (from: RawBuilder<unknown>, where: readonly RawBuilder<unknown>[]) => {
    const after = sorting.isNullable ? sql`((${all(valued)}) or (${all(unvalued)}))` : all(valued)
    // An index that is read backward has rows without a value first.
    return select(from, place ? [...where, after] : where, sorting.isNullable ? sql`nulls last` : sql``)
  }
  const within = (condition: RawBuilder<unknown>, end: RawBuilder<unknown>) =>
    sql`(select * from ${table} where ${scope} and ${condition} ${end}) ${alias}`
  const forEach = (each: RawBuilder<unknown>, rows: readonly RawBuilder<unknown>[]) => sql`(
    select found.id, found.sort_key from ${each} cross join lateral (${sql.join(rows, sql` union all `)}) found
    order by ${orderOf(sorting)} limit ${limit})`
  const readWay = ({ condition, isSelective: isFirst, each }: Way) => {
    if (each) return forEach(each, [sort(table, [...conditions, condition])])
    if (!isFirst && mostMatches === undefined) return sort(table, [...conditions, condition])
    return sort(within(condition, mostMatches === undefined ? sql`offset 0` : sql`limit ${mostMatches}`), conditions)
  }
  const readBucket = ({ conditions: its, each, isFew }: Bucket) => {
    if (isFew) return [sort(within(all(its), sql`offset 0`), [])]
    const rows = ends.map((end) => select(table, [...its, ...end]))
    return each ? [forEach(each, rows)] : rows
  }
  const parts = list.ways ? list.ways.map(readWay) : (list.buckets ?? [list]).flatMap(readBucket)
  const [only, ...others] = parts
  if (only && others.length === 0) return only
  if (!only) return sql`select 0 as id, ${by} as sort_key from ${table} where false`
  return sql`select id, sort_key from (${sql.join(parts, sql` union `)}) found
    order by ${orderOf(sorting)} limit ${limit}`
}

/** Reads a page of a list and where the next one starts. `read` joins the rows that are found, in their order. */
export const readPage = async <Row extends { id: number | bigint }>(
  list: ListedRows,
  sorting: Sorting,
  { limit, ...from }: RowPage,
  read: (found: RawBuilder<unknown>, order: RawBuilder<unknown>) => Promise<readonly Row[]>,
) => cutPage(await read(sortedRows(list, sorting, { limit: limit + 1, ...from }), orderOf(sorting)), limit)

/**
 * Selects columns of the rows of a page, in its order. Where one index has the rows in that order, they are read from it
 * without a join, which takes half the time.
 */
export const pageRows = (
  columns: RawBuilder<unknown>,
  list: ListedRows,
  sorting: Sorting,
  page: RowPage,
): RawBuilder<unknown> => {
  const { table, id, scope, conditions, ways } = list
  if (ways || sorting.isNullable) {
    return sql`select ${columns} from (${sortedRows(list, sorting, page)}) found join ${table} on ${id} = found.id
      order by ${orderOf(sorting)}`
  }
  const direction = sorting.isDown ? sql`desc` : sql`asc`
  const { valued } = afterPlace(
    list,
    sorting,
    page.cursor === undefined ? undefined : placeOf(list, sorting, page.cursor),
  )
  return sql`select ${columns} from ${table} where ${all([scope, ...conditions, ...valued])}
    order by ${sorting.by} ${direction}, ${id} ${direction} limit ${page.limit}`
}

const all = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`

/** The last row of the page before. In the order of a list, it has the ID `bound`. */
type Place = {
  key: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  by: RawBuilder<unknown>
  bound: RawBuilder<unknown>
}

const placeOf = ({ table, id, scope }: ListedRows, { by }: SortKey, cursor: string | bigint): Place => ({
  key: (column) => sql`(select ${column} from ${table} where ${id} = ${cursor}::bigint and ${scope})`,
  by,
  bound: sql`${cursor}::bigint`,
})

/** Rows with the same key are in order of `parts × id + part`, which is compared by the ID, so that an index has this order. */
const placeAmong = (
  parts: readonly { rows: ListedRows; key: SortKey }[],
  cursor: bigint,
  part: bigint,
  isDown: boolean,
): Place => {
  const count = BigInt(parts.length)
  const its = parts[Number(cursor % count)]
  if (!its) throw new Error('a list has parts')
  const rest = (((cursor - part) % count) + count) % count
  // The first ID in this direction that is not after the place.
  const bound = (cursor - part - rest) / count + (isDown && rest > 0n ? 1n : 0n)
  return { ...placeOf(its.rows, its.key, cursor / count), bound: sql`${bound}::bigint` }
}

/** The conditions of rows after a place. After a row with a value, all rows without one follow. */
const afterPlace = ({ id }: ListedRows, { by, isNullable, isDown }: Sorting, place: Place | undefined) => {
  const hasValue = isNullable ? [sql`${by} is not null`] : []
  const hasNone = [sql`${by} is null`]
  if (place === undefined) return { valued: hasValue, unvalued: hasNone }
  const { key, bound } = place
  const compare = isDown ? sql`<` : sql`>`
  const start = isDown ? sql`9223372036854775807` : sql`-1`
  return {
    valued: [...hasValue, sql`(${by}, ${id}) ${compare} (${key(place.by)}, ${bound})`],
    unvalued: [
      ...hasNone,
      sql`${id} ${compare} ${key(sql`case when ${place.by} is null then ${bound} else ${start} end`)}`,
    ],
  }
}

/** Searches with more matches than this are counted up to here. */
export const countCap = 10_000

/** The `id` and `place` of the rows to count. A place after `countCap` says that there are more. */
export const numberedRows = (list: ListedRows, sorting: Sorting): RawBuilder<unknown> => sql`
  select found.id, row_number() over (order by ${orderOf(sorting)}) as place
  from (${sortedRows(list, sorting, { limit: countCap + 1, cursor: undefined })}) found`

/** The order of rows from `sortedRows`, for a query that joins them. */
export const orderOf = ({ isDown }: Pick<Sorting, 'isDown'>, alias = 'found'): RawBuilder<unknown> => {
  const direction = isDown ? sql`desc` : sql`asc`
  const [key, id] = [sql.ref(`${alias}.sort_key`), sql.ref(`${alias}.id`)]
  return sql`${key} ${direction} nulls last, ${id} ${direction}`
}

/** Cuts the extra row that was read to know whether there is a next page. */
export const cutPage = <Row extends { id: number | bigint }>(read: readonly Row[], limit: number) => {
  const rows = read.slice(0, limit)
  return { rows, next: read.length > limit ? String(rows.at(-1)?.id) : undefined }
}
