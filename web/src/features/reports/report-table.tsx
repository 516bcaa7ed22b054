import type { Report, ReportRow } from '@bitquay/contract/tills.reports'
import type { ReactNode } from 'react'
import { Price } from '../../frame/price.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import * as t from './messages.ts'

type Figure = 'sold' | 'items' | 'tax' | 'tips' | 'fees' | 'received' | 'refunds'

type Props = {
  title: string
  note?: string
  /** What a row is, and how one without a name is called. */
  head: string
  nameless: string
  formatName?: (name: string) => string
  /** Whether a bar shows what each row sold beside the others. */
  bars?: boolean
  columns: readonly { figure: Figure; head: string; onlyDesk?: boolean }[]
  report: Report
}

/** A report as a table. Each ends in the same total. */
export const ReportTable = ({ title, note, head, nameless, formatName, bars = false, columns, report }: Props) => {
  const show = (figure: Figure, row: ReportRow | Report['total']): ReactNode => {
    const value = row[figure]
    if (figure === 'sold') return Number(value).toLocaleString('en-US')
    if (value === null) return ''
    const isTakenOff = (figure === 'fees' || figure === 'refunds') && /[1-9]/.test(String(value))
    return (
      <>
        {isTakenOff && '−'}
        <Price amount={String(value)} currency={report.currency} />
      </>
    )
  }
  // Only for the width of a bar.
  const most = Math.max(...report.rows.map(({ items }) => Number(items)), 0)
  return (
    <Card bare title={title} aria-label={title} note={note}>
      <div className="tbl-box" role="group" aria-label={title}>
        <table className="tbl report-table">
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {bars && <td className="only-desk" aria-hidden="true" />}
              {columns.map((column) => (
                <th key={column.figure} scope="col" className={classNames('num', column.onlyDesk && 'only-desk')}>
                  {column.head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.rows.map((row) => (
              <tr key={row.name ?? ''}>
                <th scope="row">{row.name === null ? nameless : (formatName?.(row.name) ?? row.name)}</th>
                {bars && (
                  <td className="only-desk share" aria-hidden="true">
                    <i
                      className="block"
                      style={{ inlineSize: `${most > 0 ? Math.max((Number(row.items) / most) * 100, 0) : 0}%` }}
                    />
                  </td>
                )}
                {columns.map(({ figure, onlyDesk }) => (
                  <td key={figure} className={classNames('num', onlyDesk && 'only-desk')}>
                    {show(figure, row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t.total}</th>
              {bars && <td className="only-desk" aria-hidden="true" />}
              {columns.map(({ figure, onlyDesk }) => (
                <td key={figure} className={classNames('num strong', onlyDesk && 'only-desk')}>
                  {show(figure, report.total)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  )
}
