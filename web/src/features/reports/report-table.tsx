import type { Report, ReportName, ReportRow } from '@bitquay/contract/tills.reports'
import { exportReport } from '@bitquay/contract/tills.reports'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Price } from '../../frame/price.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { download } from '../../lib/download.ts'
import { IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'

type Figure = 'sold' | 'items' | 'tax' | 'tips' | 'fees' | 'received'

type Props = {
  name: ReportName
  title: string
  /** What a row is, and how one without a name is called. */
  head: string
  nameless: string
  formatName?: (name: string) => string
  columns: readonly { figure: Figure; head: string }[]
  report: Report
  query: Record<string, unknown>
}

/** A report as a table. Each ends in the same total. */
export const ReportTable = ({ name, title, head, nameless, formatName, columns, report, query }: Props) => {
  const show = (figure: Figure, row: ReportRow | Report['total']): ReactNode => {
    const value = row[figure]
    if (figure === 'sold') return Number(value).toLocaleString('en-US')
    return value === null ? '' : <Price amount={String(value)} currency={report.currency} />
  }
  const save = () =>
    download(exportReport, { params: { report: name }, query }).catch((error: unknown) =>
      toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.exportFailed) }),
    )
  return (
    <Card
      bare
      title={title}
      aria-label={title}
      note={
        <IconButton label={t.exportOne({ name: title })} onClick={() => void save()}>
          <Download className="ico" aria-hidden="true" />
        </IconButton>
      }
    >
      <div className="tbl-box" role="group" aria-label={title}>
        <table className="tbl report-table">
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {columns.map((column) => (
                <th key={column.figure} scope="col" className="num">
                  {column.head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.rows.map((row) => (
              <tr key={row.name ?? ''}>
                <td className="strong">{row.name === null ? nameless : (formatName?.(row.name) ?? row.name)}</td>
                {columns.map(({ figure }) => (
                  <td key={figure} className="num">
                    {show(figure, row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t.total}</th>
              {columns.map(({ figure }) => (
                <td key={figure} className="num strong">
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
