import type { CsvColumn } from './csv.ts'
import { formatSortable } from './statement-text.ts'

/** The date of a row, and again as the reader's clock showed it when a time zone is given. */
export const dateColumns = <Row>(tz: string | undefined, atOf: (row: Row) => string): readonly CsvColumn<Row>[] => [
  { title: 'Date', of: atOf },
  ...(tz === undefined ? [] : [{ title: `Date (${tz})`, of: (row: Row) => formatSortable(new Date(atOf(row)), tz) }]),
]
