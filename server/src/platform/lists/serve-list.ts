import type { List, ListSpec, Period } from '@bitquay/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../db/connect.ts'
import { inPeriod } from '../db/period.ts'
import {
  type Bucket,
  countCap,
  cutPage,
  type ListedRows,
  numberedRows,
  orderOf,
  pageRows,
  type RowPage,
  type SortKey,
  sortedParts,
  sortedRows,
  type Way,
} from '../db/sorted-rows.ts'
import { type CsvColumn, type CsvValue, exportBatch, rowsOf, type Sheet } from '../http/csv.ts'
import { dateColumns } from '../http/date-columns.ts'
import { type DaySum, groupByDay, timeColumn } from '../http/day-groups.ts'
import type { PdfColumn, PdfStatement, PdfTotal } from '../http/pdf.ts'
import { describePeriod } from '../http/statement-text.ts'

type RowOf<L extends ListSpec> = z.output<L['row']>
type ValueOf<F> = F extends { values: readonly (infer Value)[] } ? Value : F extends { kind: 'id' } ? number : string
export type FilterOf<L extends ListSpec> = Period & {
  [Name in keyof L['filters']]?: ValueOf<L['filters'][Name]> | undefined
}
type SortOf<L extends ListSpec> = L['sorts'][number]
export type QueryOf<L extends ListSpec> = FilterOf<L> & { sort?: SortOf<L> | `-${SortOf<L>}` | undefined }

/** Columns of the file that aren't a field of the row. */
type Computed<L extends ListSpec> = {
  [Title in keyof L['file']['columns'] as L['file']['columns'][Title] extends null ? Title : never]: (
    row: RowOf<L>,
  ) => CsvValue
}

/** Where the rows of a list are. */
type Rows<L extends ListSpec, Who> = {
  /** With the alias that all fragments use, such as `invoices i`. */
  table: RawBuilder<unknown>
  alias: string
  /** If it isn't the column `id`. */
  id?: RawBuilder<unknown>
  scope: (who: Who, filter: FilterOf<L>) => RawBuilder<unknown>
  /** What every row of the list has, beside its scope. */
  conditions?: readonly RawBuilder<unknown>[] | ((who: Who) => readonly RawBuilder<unknown>[])
  isFew?: true
  /** What the range is about. */
  at: RawBuilder<unknown>
  /** The condition of each filter, and of a search that has no index. None where the scope has it. */
  filters: {
    [Name in Exclude<keyof L['filters'], 'search'>]: Condition<ValueOf<L['filters'][Name]>, Who>
  } & { search?: Condition<string, Who> }
  /** How a search finds rows, if there are indexes for it. */
  ways?: (search: string, who: Who) => readonly Way[] | undefined
  sorts: Record<SortOf<L>, SortKey>
}

/** Joins the rows of a page, in its order. Or they are columns of the table, which are read without a join where possible. */
type Reading<Who, Read> =
  | {
      read: (
        db: Db,
        found: RawBuilder<unknown>,
        order: RawBuilder<unknown>,
        /** A file, for example, has no use for what only the details of a row show. */
        asked: { who: Who; isBrief: boolean },
      ) => Promise<readonly Read[]>
    }
  | { columns: (who: Who) => RawBuilder<Read> }

/**
 * How a declared list is read. `Who` says whose rows they are, `Read` is a row as the database has it, `Whole` what is shown.
 * A list whose rows are in several tables has parts.
 */
type Source<L extends ListSpec, Who, Read, Whole> = (Rows<L, Who> | { parts: readonly Rows<L, Who>[] }) &
  Reading<Who, Read> & {
    /** What the rows are made of that no search finds, if each part is read from an index of its own. */
    buckets?: (
      db: Db,
      who: Who,
      filter: FilterOf<L>,
      page: { sort: SortOf<L>; limit: number },
    ) => Promise<readonly Bucket[] | undefined>
    /** Reads more of the rows that are left once the page is cut. */
    addDetails?: (db: Db, who: Who, rows: readonly Read[]) => Promise<readonly Whole[]>
    show: (row: Whole, who: Who) => RowOf<L>
    file: Computed<L>
    startTotals?: () => NonNullable<Sheet<RowOf<L>>['totals']>
  } & Summing<L, Who> &
  (L['texts'] extends { print: string } ? { statement: Statement<L, Who> } : unknown)

/** What its PDF says beside the period, the time of each row and the totals of each day. */
type Statement<L extends ListSpec, Who> = {
  title: string
  /** What one row is called. */
  noun: string
  ownerOf?: (db: Db, who: Who) => Promise<string>
  /** The filters in words. */
  describe?: (filter: FilterOf<L>) => readonly string[]
  columns: readonly PdfColumn<RowOf<L>>[]
  /** The dollars that a day adds up, by the title of their column. */
  sums: Readonly<Record<string, DaySum<RowOf<L>>>>
  /** Dollars in cents that a day adds up beside its columns, by what they are. */
  asides?: Readonly<Record<string, (row: RowOf<L>) => bigint>>
  totals: (summary: Summary<L>) => readonly PdfTotal[]
}

type Condition<Value, Who> = (value: Value, who: Who) => RawBuilder<unknown> | undefined

type Summary<L extends ListSpec> = L extends { summary: infer Schema extends z.ZodType } ? z.input<Schema> : never
type Summarize<L extends ListSpec, Who> = (
  db: Db,
  who: Who,
  filter: FilterOf<L>,
  parts: Parts<L>,
) => Promise<Summary<L>>
type Summing<L extends ListSpec, Who> = L extends { summary: z.ZodType } ? { summarize: Summarize<L, Who> } : unknown

type Parts<L extends ListSpec> = {
  /** The scope, and the conditions of a filter and its search. Of one part, if there are several. */
  where: (filter: FilterOf<L>, part?: number) => RawBuilder<unknown>
  /** The `id` and `place` of the first rows, up to one more than are counted. */
  numbered: (filter: FilterOf<L>) => Promise<RawBuilder<unknown>>
}

type Page<Row> = Promise<{ rows: Row[]; next: string | undefined }>

export type ServedList<L extends ListSpec, Who> = {
  declared: List<L>
  show: (db: Db, who: Who, query: QueryOf<L>, page: RowPage, asked?: { isBrief: boolean }) => Page<RowOf<L>>
  /** Reads columns of its table. */
  pick: <Row extends { id: number }>(
    db: Db,
    who: Who,
    query: QueryOf<L>,
    page: RowPage,
    columns: RawBuilder<Row>,
  ) => Page<Row>
  partsOf: (db: Db, who: Who) => Parts<L>
  sheet: (db: Db, who: Who, query: QueryOf<L>) => Sheet<RowOf<L>>
  summarize: (db: Db, who: Who, filter: FilterOf<L>) => Promise<Summary<L>>
  print: (db: Db, who: Who, query: QueryOf<L>) => Promise<PdfStatement<RowOf<L>>>
}

/** Joins a declared list with the SQL that reads it. */
export const serveList = <L extends ListSpec, Who, Read extends { id: number | bigint }, Whole = Read>(
  declared: List<L>,
  source: Source<L, Who, Read, Whole>,
): ServedList<L, Who> & { list: (db: Db, who: Who, query: QueryOf<L>, page: RowPage) => Page<Read> } => {
  const parts = 'parts' in source ? source.parts : [source]
  const [first] = parts
  if (!first) throw new Error(`${declared.path} has no rows`)
  const sortOf = ({ sort = `-${declared.sorts[0]}` }: { sort?: string | undefined }) => ({
    isDown: sort.startsWith('-'),
    field: sort.replace('-', '') as SortOf<L>,
  })
  const listed = (rows: Rows<L, Who>, who: Who, filter: FilterOf<L>): ListedRows => ({
    table: rows.table,
    alias: sql.raw(rows.alias),
    id: rows.id ?? sql.raw(`${rows.alias}.id`),
    scope: rows.scope(who, filter),
    conditions: conditionsOf(declared, rows, who, filter),
    isFew: rows.isFew,
    ways: waysOf(rows, who, filter),
  })
  const where = (rows: Rows<L, Who>, who: Who, filter: FilterOf<L>) => {
    const found = waysOf(rows, who, filter)?.map(({ condition }) => condition)
    const conditions = conditionsOf(declared, rows, who, filter, found && sql`(${sql.join(found, sql` or `)})`)
    return sql`${sql.join([rows.scope(who, filter), ...conditions], sql` and `)}`
  }
  const listedIn = async (
    db: Db,
    who: Who,
    filter: FilterOf<L>,
    sort: SortOf<L>,
    limit: number,
  ): Promise<ListedRows> => {
    const list = listed(first, who, filter)
    return list.ways || !source.buckets
      ? list
      : { ...list, buckets: await source.buckets(db, who, filter, { sort, limit }) }
  }
  const findRows = async (db: Db, who: Who, { sort: by, ...filter }: QueryOf<L>, page: RowPage) => {
    const { field, isDown } = sortOf({ sort: by })
    const its = filter as FilterOf<L>
    if (parts.length === 1)
      return sortedRows(await listedIn(db, who, its, field, page.limit), { ...first.sorts[field], isDown }, page)
    return sortedParts(
      parts.map((rows) => ({ rows: listed(rows, who, its), key: rows.sorts[field] })),
      isDown,
      page,
    )
  }
  const pick: ServedList<L, Who>['pick'] = async (db, who, query, { limit, ...from }, columns) => {
    const { sort: by, ...filter } = query
    const { field, isDown } = sortOf({ sort: by })
    const list = listed(first, who, filter as unknown as FilterOf<L>)
    const page = { limit: limit + 1, ...from }
    const { rows } = await pageRows(columns, list, { ...first.sorts[field], isDown }, page).execute(db)
    return cutPage(rows as never, limit)
  }
  /** Reads a page of rows as the database has them. */
  const list = async (db: Db, who: Who, query: QueryOf<L>, page: RowPage, isBrief = false): Page<Read> => {
    if ('columns' in source) return pick(db, who, query, page, source.columns(who) as RawBuilder<Read & { id: number }>)
    const found = await findRows(db, who, query, { ...page, limit: page.limit + 1 })
    return cutPage(await source.read(db, found, orderOf(sortOf(query)), { who, isBrief }), page.limit)
  }
  /** Reads a page of rows as the API returns them. */
  const show: ServedList<L, Who>['show'] = async (db, who, query, page, { isBrief } = { isBrief: false }) => {
    const { rows, next } = await list(db, who, query, page, isBrief)
    const whole = source.addDetails ? await source.addDetails(db, who, rows) : (rows as unknown as Whole[])
    return { rows: whole.map((row) => source.show(row, who)), next }
  }
  /** Reads all rows, a few at a time. */
  const showAll = (db: Db, who: Who, query: QueryOf<L>) =>
    rowsOf((cursor) => show(db, who, query, { limit: exportBatch, cursor }, { isBrief: true }))
  const partsOf = (db: Db, who: Who): Parts<L> => ({
    where: (filter, part = 0) => where(parts[part] ?? first, who, filter),
    numbered: async (filter) => {
      const { field, isDown } = sortOf({})
      const list = await listedIn(db, who, filter, field, countCap)
      return numberedRows(list, { ...first.sorts[field], isDown })
    },
  })
  const summarize = (db: Db, who: Who, filter: FilterOf<L>) => {
    const summing = source as unknown as { summarize: Summarize<L, Who> }
    return summing.summarize(db, who, filter, partsOf(db, who))
  }
  const atOf = (row: RowOf<L>) => writeMoment((row as Record<string, unknown>)[declared.file.date])
  const print = async (db: Db, who: Who, query: QueryOf<L>) => {
    const { statement } = source as unknown as { statement: Statement<L, Who> }
    const { title, ownerOf, columns } = statement
    const { sort: _sort, ...filter } = query
    const described = statement.describe?.(query) ?? []
    return {
      name: declared.file.name,
      title,
      subtitle: [
        ...(ownerOf ? [await ownerOf(db, who)] : []),
        describePeriod(query),
        ...(described.length > 0 ? [described.join(' · ')] : []),
      ],
      columns: [timeColumn(query, atOf), ...columns],
      ...groupByDay(showAll(db, who, query), query, { atOf, ...statement }),
      totals: statement.totals(await summarize(db, who, filter as FilterOf<L>)),
    }
  }
  const sheet = (db: Db, who: Who, query: QueryOf<L>) => ({
    name: declared.file.name,
    columns: columnsOf(declared, source.file, dateColumns(query.tz, atOf)),
    rows: showAll(db, who, query),
    totals: source.startTotals?.(),
  })
  return { declared, list, show, pick, partsOf, sheet, summarize, print }
}

/** Some rows have their time in seconds. */
const writeMoment = (at: unknown) => (typeof at === 'number' ? new Date(at * 1000).toISOString() : String(at))

const waysOf = <L extends ListSpec, Who>({ ways }: Rows<L, Who>, who: Who, filter: FilterOf<L>) => {
  const search = (filter as { search?: string }).search?.trim()
  return ways && search ? ways(search, who) : undefined
}

/** In the order in which the filters are declared. */
const conditionsOf = <L extends ListSpec, Who>(
  declared: L,
  rows: Rows<L, Who>,
  who: Who,
  filter: FilterOf<L>,
  searched?: RawBuilder<unknown>,
): RawBuilder<unknown>[] => {
  const values: Record<string, unknown> = filter
  const conditions: Record<string, Condition<never, Who> | undefined> = rows.filters
  const chosen = Object.keys(declared.filters)
    .filter((name) => values[name] !== undefined)
    .map((name) => (name === 'search' && searched) || conditions[name]?.(values[name] as never, who))
  return [
    ...chosen.filter((condition) => condition !== undefined),
    ...((typeof rows.conditions === 'function' ? rows.conditions(who) : rows.conditions) ?? []),
    ...inPeriod(rows.at, filter),
  ]
}

/** Dates come first, unless the file has a place for them. Words come last, where no program that reads the others meets them. */
const columnsOf = <L extends ListSpec>(
  { file }: L,
  computed: Computed<L>,
  dates: readonly CsvColumn<RowOf<L>>[],
): CsvColumn<RowOf<L>>[] => {
  const computing: Record<string, CsvColumn<RowOf<L>>['of']> = computed
  const fieldOf = (row: RowOf<L>, field: string) => (row as Record<string, CsvValue>)[field]
  return [
    ...('Date' in file.columns ? [] : dates),
    ...Object.entries(file.columns).flatMap(([title, field]) =>
      title === 'Date'
        ? dates
        : [{ title, of: (row: RowOf<L>) => (field === null ? computing[title]?.(row) : fieldOf(row, field)) }],
    ),
    ...Object.entries(file.words ?? {}).map(([title, of]) => ({ title, of: of as (row: RowOf<L>) => string | null })),
  ]
}
