import type { List, ListSpec, Period } from '@bitquay/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../db/connect.ts'
import { inPeriod } from '../db/period.ts'
import { type ListedRows, type RowPage, readPage, type SortKey, sortingOf, type Way } from '../db/sorted-rows.ts'
import { type CsvColumn, type CsvValue, exportBatch, rowsOf } from '../http/csv.ts'
import { dateColumns } from '../http/date-columns.ts'
import { groupByDay, timeColumn } from '../http/day-groups.ts'
import type { PdfColumn, PdfStatement, PdfTotal } from '../http/pdf.ts'
import { describePeriod } from '../http/statement-text.ts'

type RowOf<L extends ListSpec> = z.output<L['row']>
type ValueOf<F> = F extends { values: readonly (infer Value)[] } ? Value : F extends { kind: 'id' } ? number : string
export type FilterOf<L extends ListSpec> = Period & {
  [Name in keyof L['filters']]?: ValueOf<L['filters'][Name]> | undefined
}
export type QueryOf<L extends ListSpec> = FilterOf<L> & {
  sort?: L['sorts'][number] | `-${L['sorts'][number]}` | undefined
}

/** Columns of the file that aren't a field of the row. */
type Computed<L extends ListSpec> = {
  [Title in keyof L['file']['columns'] as L['file']['columns'][Title] extends null ? Title : never]: (
    row: RowOf<L>,
  ) => CsvValue
}

/** How a declared list is read. `Who` says whose rows they are, `Read` is a row as the database has it. */
type Source<L extends ListSpec, Who, Read> = {
  /** With the alias that all fragments use, such as `invoices i`. */
  table: RawBuilder<unknown>
  alias: string
  scope: (who: Who, filter: FilterOf<L>) => RawBuilder<unknown>
  /** What every row of the list has, beside its scope. */
  conditions?: readonly RawBuilder<unknown>[]
  /** What the range is about. */
  at: RawBuilder<unknown>
  /** The condition of each filter, and of a search that has no index. None where the scope has it. */
  filters: {
    [Name in Exclude<keyof L['filters'], 'search'>]: Condition<ValueOf<L['filters'][Name]>>
  } & { search?: Condition<string> }
  /** How a search finds rows, if there are indexes for it. */
  ways?: (search: string, who: Who) => readonly Way[] | undefined
  sorts: Record<L['sorts'][number], SortKey>
  /** Joins the rows of a page, in its order. */
  read: (db: Db, found: RawBuilder<unknown>, order: RawBuilder<unknown>) => Promise<readonly Read[]>
  show: (row: Read, who: Who) => RowOf<L>
  file: Computed<L>
} & Summing<L, Who> &
  (L['texts'] extends { print: string } ? { statement: Statement<L, Who> } : unknown)

/** What its PDF says beside the period, the time of each row and the totals of each day. */
type Statement<L extends ListSpec, Who> = {
  title: string
  /** What one row is called. */
  noun: string
  ownerOf: (db: Db, who: Who) => Promise<string>
  /** The filters in words. */
  describe: (filter: FilterOf<L>) => readonly string[]
  columns: readonly PdfColumn<RowOf<L>>[]
  /** The dollars that a day adds up, in cents, by the title of their column. */
  sums: Readonly<Record<string, (row: RowOf<L>) => bigint>>
  totals: (summary: Summary<L>) => readonly PdfTotal[]
}

type Condition<Value> = (value: Value) => RawBuilder<unknown> | undefined

type Summary<L extends ListSpec> = L extends { summary: infer Schema extends z.ZodType } ? z.input<Schema> : never
type Summarize<L extends ListSpec, Who> = (
  db: Db,
  who: Who,
  filter: FilterOf<L>,
  parts: Parts<L>,
) => Promise<Summary<L>>
type Summing<L extends ListSpec, Who> = L extends { summary: z.ZodType } ? { summarize: Summarize<L, Who> } : unknown

type Parts<L extends ListSpec> = {
  /** The scope, and the conditions of a filter and its search. */
  where: (filter: FilterOf<L>) => RawBuilder<unknown>
  /** The same for the engine, which reads a search from its indexes. */
  listed: (filter: FilterOf<L>) => ListedRows
}

export type ServedList<L extends ListSpec, Who> = {
  declared: List<L>
  show: (db: Db, who: Who, query: QueryOf<L>, page: RowPage) => Promise<{ rows: RowOf<L>[]; next: string | undefined }>
  showAll: (db: Db, who: Who, query: QueryOf<L>) => AsyncIterable<RowOf<L>>
  columns: (tz: string | undefined) => readonly CsvColumn<RowOf<L>>[]
  summarize: (db: Db, who: Who, filter: FilterOf<L>) => Promise<Summary<L>>
  print: (db: Db, who: Who, query: QueryOf<L>) => Promise<PdfStatement<RowOf<L>>>
}

/** Joins a declared list with the SQL that reads it. */
export const serveList = <L extends ListSpec, Who, Read extends { id: number | bigint }>(
  declared: List<L>,
  source: Source<L, Who, Read>,
) => {
  const listed = (who: Who, filter: FilterOf<L>): ListedRows => ({
    table: source.table,
    alias: sql.raw(source.alias),
    id: sql.raw(`${source.alias}.id`),
    scope: source.scope(who, filter),
    conditions: conditionsOf(declared, source, filter),
    ways: waysOf(source, who, filter),
  })
  const where = (who: Who, filter: FilterOf<L>) => {
    const found = waysOf(source, who, filter)?.map(({ condition }) => condition)
    const conditions = conditionsOf(declared, source, filter, found && sql`(${sql.join(found, sql` or `)})`)
    return sql`${sql.join([source.scope(who, filter), ...conditions], sql` and `)}`
  }
  /** Reads a page of rows as the database has them. */
  const list = (db: Db, who: Who, { sort, ...filter }: QueryOf<L>, page: RowPage) => {
    const sorting = sortingOf<L['sorts'][number]>(sort ?? `-${declared.sorts[0]}`, source.sorts)
    return readPage(listed(who, filter as FilterOf<L>), sorting, page, (found, order) => source.read(db, found, order))
  }
  /** Reads a page of rows as the API returns them. */
  const show = async (db: Db, who: Who, query: QueryOf<L>, page: RowPage) => {
    const { rows, next } = await list(db, who, query, page)
    return { rows: rows.map((row) => source.show(row, who)), next }
  }
  /** Reads all rows, a few at a time. */
  const showAll = (db: Db, who: Who, query: QueryOf<L>) =>
    rowsOf((cursor) => show(db, who, query, { limit: exportBatch, cursor }))
  const summarize = (db: Db, who: Who, filter: FilterOf<L>) => {
    const summing = source as unknown as { summarize: Summarize<L, Who> }
    return summing.summarize(db, who, filter, {
      where: (each) => where(who, each),
      listed: (each) => listed(who, each),
    })
  }
  const print = async (db: Db, who: Who, query: QueryOf<L>) => {
    const { statement } = source as unknown as { statement: Statement<L, Who> }
    const { title, noun, columns, sums } = statement
    const { sort: _sort, ...filter } = query
    const atOf = (row: RowOf<L>) => String((row as Record<string, unknown>)[declared.file.date])
    const described = statement.describe(query)
    const filters = described.length > 0 ? [described.join(' · ')] : []
    return {
      name: declared.file.name,
      title,
      subtitle: [await statement.ownerOf(db, who), describePeriod(query), ...filters],
      columns: [timeColumn(query, atOf), ...columns],
      ...groupByDay(showAll(db, who, query), query, { atOf, noun, sums }),
      totals: statement.totals(await summarize(db, who, filter as FilterOf<L>)),
    }
  }
  /** The columns of its CSV file. */
  const columns = (tz: string | undefined) => columnsOf(declared, source.file, tz)
  return { declared, list, show, showAll, columns, summarize, print }
}

const waysOf = <L extends ListSpec, Who, Read>({ ways }: Source<L, Who, Read>, who: Who, filter: FilterOf<L>) => {
  const search = (filter as { search?: string }).search?.trim()
  return ways && search ? ways(search, who) : undefined
}

/** In the order in which the filters are declared. */
const conditionsOf = <L extends ListSpec, Who, Read>(
  declared: L,
  source: Source<L, Who, Read>,
  filter: FilterOf<L>,
  searched?: RawBuilder<unknown>,
): RawBuilder<unknown>[] => {
  const values: Record<string, unknown> = filter
  const conditions: Record<string, Condition<never> | undefined> = source.filters
  const chosen = Object.keys(declared.filters)
    .filter((name) => values[name] !== undefined)
    .map((name) => (name === 'search' && searched) || conditions[name]?.(values[name] as never))
  return [
    ...chosen.filter((condition) => condition !== undefined),
    ...(source.conditions ?? []),
    ...inPeriod(source.at, filter),
  ]
}

const columnsOf = <L extends ListSpec>(
  { file }: L,
  computed: Computed<L>,
  tz: string | undefined,
): CsvColumn<RowOf<L>>[] => {
  const computing: Record<string, CsvColumn<RowOf<L>>['of']> = computed
  const fieldOf = (row: RowOf<L>, field: string) => (row as Record<string, CsvValue>)[field]
  return [
    ...dateColumns<RowOf<L>>(tz, (row) => String(fieldOf(row, file.date))),
    ...Object.entries(file.columns).map(([title, field]) => ({
      title,
      of: (row: RowOf<L>) => (field === null ? computing[title]?.(row) : fieldOf(row, field)),
    })),
  ]
}
