import { fromCents } from '@bitquay/contract/money'
import type { PdfColumn, PdfTotal } from './pdf.ts'
import { formatCount, formatDay, formatTime, formatUsd } from './statement-text.ts'

type Query = { sort?: string | undefined; tz?: string | undefined }

export const isByDate = ({ sort = '-date' }: Query) => sort.endsWith('date')

/** Below the heading of a day, a row needs only its time. */
export const timeColumn = <Row>(query: Query, atOf: (row: Row) => string): PdfColumn<Row> => ({
  title: isByDate(query) ? 'Time' : 'Date',
  of: (row) => {
    const at = new Date(atOf(row))
    return isByDate(query) ? formatTime(at, query.tz) : `${formatDay(at, query.tz)}, ${formatTime(at, query.tz)}`
  },
  width: isByDate(query) ? 2 : 4,
})

type Grouping<Row> = {
  atOf: (row: Row) => string
  /** What one row is called. */
  noun: string
  /** The dollars that a day adds up, in cents, by the title of their column. */
  sums: Readonly<Record<string, (row: Row) => bigint>>
}

/** Adds up the days of a statement while its rows are read. A list that is not sorted by date has no days. */
export const groupByDay = <Row>(rows: AsyncIterable<Row>, query: Query, { atOf, noun, sums }: Grouping<Row>) => {
  if (!isByDate(query)) return { rows, groups: undefined }
  const days = new Map<string, { count: number; cents: Record<string, bigint> }>()
  const keyOf = (row: Row) => formatDay(new Date(atOf(row)), query.tz)
  const counted = async function* () {
    for await (const row of rows) {
      const day = days.get(keyOf(row)) ?? { count: 0, cents: {} }
      day.count += 1
      for (const [title, centsOf] of Object.entries(sums)) day.cents[title] = (day.cents[title] ?? 0n) + centsOf(row)
      days.set(keyOf(row), day)
      yield row
    }
  }
  const headingOf = (key: string): PdfTotal => {
    const { count, cents } = days.get(key) ?? { count: 0, cents: {} }
    return {
      label: `${key} · ${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`,
      values: Object.fromEntries(Object.entries(cents).map(([title, sum]) => [title, formatUsd(fromCents(sum))])),
    }
  }
  return { rows: counted(), groups: { keyOf, headingOf } }
}
