import type { ListedInvoice } from '@bitquay/contract/invoices'
import { toCents } from '@bitquay/contract/money'
import { groupByDay, timeColumn } from '../platform/http/day-groups.ts'
import type { PdfColumn, PdfTotal } from '../platform/http/pdf.ts'
import { describePeriod, formatCount, formatDay, formatUsd } from '../platform/http/statement-text.ts'
import { statusOf, wordOf } from './csv-export.ts'
import type { InvoiceQuery } from './queries.list.ts'
import type { summarizeInvoices } from './summarize-invoices.ts'

/** What a PDF statement of invoices says. */

export const statementColumns = (query: InvoiceQuery): readonly PdfColumn<ListedInvoice>[] => [
  timeColumn(query, ({ createdAt }) => createdAt),
  { title: 'Customer', of: ({ customerName, customerEmail }) => customerName ?? customerEmail, width: 4.5 },
  { title: 'Description', of: ({ description }) => description, width: 5.5 },
  { title: 'Invoice ID', of: ({ invoiceId }) => invoiceId, width: 5 },
  { title: 'Due date', of: ({ dueDate }) => dueDate && formatDay(new Date(dueDate)), width: 2.8 },
  { title: 'Status', of: statusOf, width: 2.5 },
  { title: 'Total', of: ({ amountUsd }) => formatUsd(amountUsd), width: 3.2, align: 'right' },
  { title: 'Received', of: ({ receivedUsd }) => formatUsd(receivedUsd), width: 3.2, align: 'right' },
]

export const groupInvoices = (rows: AsyncIterable<ListedInvoice>, query: InvoiceQuery) =>
  groupByDay(rows, query, {
    atOf: ({ createdAt }) => createdAt,
    noun: 'invoice',
    sums: {
      Total: ({ amountUsd }) => toCents(amountUsd ?? '0'),
      Received: ({ receivedUsd }) => toCents(receivedUsd),
    },
  })

export const describeQuery = ({ state, status, search, ...query }: InvoiceQuery): string[] => {
  const filters = [
    ...(state === undefined ? [] : [describeState(state)]),
    ...(status === undefined ? [] : [`Status: ${status}`]),
    ...(search ? [`Search: ${search}`] : []),
  ]
  return [describePeriod(query), ...(filters.length > 0 ? [filters.join(' · ')] : [])]
}

const describeState = (state: NonNullable<InvoiceQuery['state']>) => {
  if (state === 'attention') return 'Needs attention'
  return state === 'overdue' ? 'Overdue' : wordOf(state)
}

export const describeTotals = (summary: Awaited<ReturnType<typeof summarizeInvoices>>): PdfTotal[] => [
  {
    label: `All ${formatCount(summary.filtered)} invoices`,
    values: { Total: formatUsd(summary.grossUsd), Received: formatUsd(summary.receivedUsd) },
  },
]
