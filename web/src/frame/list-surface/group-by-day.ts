import type { RowGroup } from '../../ui/list-surface/data-table.tsx'
import type { Day } from '../../ui/list-surface/plain-date.ts'

type Days<Row> = {
  dayOf: (row: Row) => Day
  heading: (day: Day, rows: readonly Row[]) => NonNullable<RowGroup<Row>['heading']>
}

/** Rows that follow each other on one day, under the heading of that day. */
export const groupByDay = <Row>(rows: readonly Row[], { dayOf, heading }: Days<Row>): RowGroup<Row>[] => {
  const days: { day: Day; rows: Row[] }[] = []
  for (const row of rows) {
    const day = dayOf(row)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days.map(({ day, rows: ofDay }) => ({ key: day, rows: ofDay, heading: heading(day, ofDay) }))
}
