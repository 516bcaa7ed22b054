import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  /** Figures are aligned right. */
  numeric?: boolean
  /** What can be done with a row. In a block it is beside the title, without a heading. */
  acts?: boolean
  /** Where a cell is in a pair of lines. Without it, it is left out there. */
  place?: 'name' | 'figure' | 'note' | 'change'
}

type TableProps<Row> = {
  /** Said to those who do not see the card's title. */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /**
   * Where the card is narrow. flow: five columns become name and amount, then badge and date. blocks: the first cell is the title of a
   * block, the others are in it below their headings. pairs: two lines, with name and figure, then a note and its change. Without it the table
   * scrolls sideways.
   */
  phone?: 'flow' | 'blocks' | 'pairs'
  /** The row that all others add up to. */
  isTotal?: (row: Row) => boolean
}

export const Table = <Row,>({ caption, columns, rows, keyOf, phone, isTotal }: TableProps<Row>) => (
  // What scrolls sideways can be reached and scrolled with the keyboard.
  <div
    {...(phone === 'flow'
      ? { className: 'tbl-box' }
      : { className: 'tbl-box', role: 'group', 'aria-label': caption, tabIndex: 0 })}
  >
    <table className={classNames('tbl', phone && `tbl--${phone}`)}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.head} scope="col" className={column.numeric ? 'num' : undefined}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={isTotal?.(row) ? 'total' : undefined}>
            {columns.map((column) => (
              <td
                key={column.head}
                className={classNames(column.numeric && 'num', column.acts && 'acts') || undefined}
                data-place={phone === 'pairs' ? (column.place ?? 'none') : undefined}
                data-head={phone === 'blocks' ? column.head : undefined}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
