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
  /** Alternatives of which a row must match one. Each is read from its own index. */
  ways?: readonly Way[] | undefined
}

/** A way to find rows by a search. */
export type Way = {
  condition: RawBuilder<unknown>
  /** Few rows match, so they are found before anything else is looked at. The planner would not always know. */
  isSelective?: boolean
}

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
export const sortedRows = (
  list: ListedRows,
  sorting: Sorting,
  { limit, cursor, mostMatches }: RowPage,
): RawBuilder<unknown> => {
  const { table, alias, id, scope, conditions } = list
  const { by } = sorting
  const direction = sorting.isDown ? sql`desc` : sql`asc`
  // An index that is read backward has rows without a value first.
  const nulls = sorting.isNullable && list.ways ? sql`nulls last` : sql``
  const select = (from: RawBuilder<unknown>, more: readonly RawBuilder<unknown>[]) => sql`(
    select ${id} as id, ${by} as sort_key from ${from}
    where ${sql.join([scope, ...conditions, ...more], sql` and `)}
    order by ${by} ${direction} ${nulls}, ${id} ${direction} limit ${limit})`
  const { valued, unvalued } = afterCursor(list, sorting, cursor)
  const after = sorting.isNullable ? sql`((${all(valued)}) or (${all(unvalued)}))` : all(valued)
  // Matches of a search are few, so they are sorted. Reading them in the order of the list would read all the others.
  const parts = list.ways
    ? list.ways.map(({ condition, isSelective: isFirst }) => {
        const more = cursor === undefined ? [] : [after]
        if (!isFirst && mostMatches === undefined) return select(table, [condition, ...more])
        const end = mostMatches === undefined ? sql`offset 0` : sql`limit ${mostMatches}`
        return select(sql`(select * from ${table} where ${scope} and ${condition} ${end}) ${alias}`, more)
      })
    : (sorting.isNullable ? [valued, unvalued] : [valued]).map((part) => select(table, part))
  const [only, ...others] = parts
  if (only && others.length === 0) return only
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
  const { valued } = afterCursor(list, sorting, page.cursor)
  return sql`select ${columns} from ${table} where ${all([scope, ...conditions, ...valued])}
    order by ${sorting.by} ${direction}, ${id} ${direction} limit ${page.limit}`
}

const all = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`

/** The conditions of rows after the cursor. After a row with a value, all rows without one follow. */
const afterCursor = (
  { table, id, scope }: ListedRows,
  { by, isNullable, isDown }: Sorting,
  cursor: string | undefined,
) => {
  const hasValue = isNullable ? [sql`${by} is not null`] : []
  const hasNone = [sql`${by} is null`]
  if (cursor === undefined) return { valued: hasValue, unvalued: hasNone }
  const find = (column: RawBuilder<unknown>) =>
    sql`(select ${column} from ${table} where ${id} = ${cursor}::bigint and ${scope})`
  const compare = isDown ? sql`<` : sql`>`
  const start = isDown ? sql`9223372036854775807` : sql`-1`
  return {
    valued: [...hasValue, sql`(${by}, ${id}) ${compare} (${find(by)}, ${cursor}::bigint)`],
    unvalued: [...hasNone, sql`${id} ${compare} ${find(sql`case when ${by} is null then ${id} else ${start} end`)}`],
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
