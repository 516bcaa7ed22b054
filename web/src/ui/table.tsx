import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  /** Figures stand at the right. */
  numeric?: boolean
}

type TableProps<Row> = {
  /** Said to those who do not see the card's title. */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** On phones five columns become a block: name and amount, then badge and date. */
  flow?: boolean
}

export const Table = <Row,>({ caption, columns, rows, keyOf, flow = false }: TableProps<Row>) => (
  // What scrolls sideways can be reached and scrolled with the keyboard.
  <div {...(flow ? {} : { className: 'overflow-x-auto', role: 'group', 'aria-label': caption, tabIndex: 0 })}>
    <table className={classNames('tbl', flow && 'tbl--flow')}>
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
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td key={column.head} className={column.numeric ? 'num' : undefined}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
