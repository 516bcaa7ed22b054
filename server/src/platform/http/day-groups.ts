import { fromCents, fromUsd8 } from '@bitquay/contract/money'
import type { PdfColumn, PdfTotal } from './pdf.ts'
import { formatCount, formatDay, formatTime, formatUsd } from './statement-text.ts'

type Query = { sort?: string | undefined; tz?: string | undefined }

const isByDate = ({ sort = '-date' }: Query) => sort.endsWith('date')

/** Below the heading of a day, a row needs only its time. */
export const timeColumn = <Row>(query: Query, atOf: (row: Row) => string): PdfColumn<Row> => ({
  title: isByDate(query) ? 'Time' : 'Date',
  of: (row) => {
    const at = new Date(atOf(row))
    return isByDate(query) ? formatTime(at, query.tz) : `${formatDay(at, query.tz)}, ${formatTime(at, query.tz)}`
  },
  width: isByDate(query) ? 2 : 4,
})

/** Dollars of a row in cents, or with eight decimals. */
export type DaySum<Row> = ((row: Row) => bigint) | { usd8: (row: Row) => bigint }

type Grouping<Row> = {
  atOf: (row: Row) => string
  /** What one row is called. */
  noun: string
  /** The dollars that a day adds up, by the title of their column. */
  sums: Readonly<Record<string, DaySum<Row>>>
  /** Dollars in cents that a day adds up beside its columns, by what they are. */
  asides?: Readonly<Record<string, (row: Row) => bigint>>
}

/** Adds up the days of a statement while its rows are read. A list that is not sorted by date has no days. */
export const groupByDay = <Row>(
  rows: AsyncIterable<Row>,
  query: Query,
  { atOf, noun, sums, asides = {} }: Grouping<Row>,
) => {
  if (!isByDate(query)) return { rows, groups: undefined }
  const days = new Map<string, { count: number; sums: Record<string, bigint> }>()
  const keyOf = (row: Row) => formatDay(new Date(atOf(row)), query.tz)
  const counted = async function* () {
    for await (const row of rows) {
      const day = days.get(keyOf(row)) ?? { count: 0, sums: {} }
      day.count += 1
      for (const [name, of] of Object.entries({ ...sums, ...asides }))
        day.sums[name] = (day.sums[name] ?? 0n) + (typeof of === 'function' ? of(row) : of.usd8(row))
      days.set(keyOf(row), day)
      yield row
    }
  }
  const headingOf = (key: string): PdfTotal => {
    const day = days.get(key) ?? { count: 0, sums: {} }
    const sumOf = (name: string) => day.sums[name] ?? 0n
    const beside = Object.keys(asides).filter((name) => sumOf(name) !== 0n)
    return {
      label: [
        key,
        `${formatCount(day.count)} ${noun}${day.count === 1 ? '' : 's'}`,
        ...beside.map((name) => `${name} ${formatUsd(fromCents(sumOf(name)))}`),
      ].join(' · '),
      values: Object.fromEntries(
        Object.entries(sums).map(([title, of]) => [
          title,
          formatUsd(typeof of === 'function' ? fromCents(sumOf(title)) : fromUsd8(sumOf(title))),
        ]),
      ),
    }
  }
  return { rows: counted(), groups: { keyOf, headingOf } }
}
