import type { ListedInvoice } from '@bitquay/contract/invoices'
import { Zap } from 'lucide-react'
import { formatActivity, formatDateTime } from '../../lib/format-date.ts'
import { formatDueDate } from '../../lib/format-due-date.ts'
import { Tag } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { DataColumn } from '../../ui/list-surface/data-table.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { findOverpaidUsd, paidUsdOf, whoOf } from './describe-invoice.ts'
import { InvoiceAmount, InvoiceState } from './invoice-marks.tsx'
import * as t from './messages.ts'

type Shown = { invoice: ListedInvoice }

export const invoiceColumns: readonly DataColumn<ListedInvoice>[] = [
  {
    name: 'customer',
    head: t.customerHead,
    always: true,
    cell: (invoice) => {
      const who = whoOf(invoice)
      return (
        <span className={classNames('who clip', who === null && 'none')} title={who ?? undefined}>
          {who ?? t.noCustomer}
        </span>
      )
    },
  },
  {
    name: 'description',
    head: t.descriptionHead,
    cell: ({ description }) => (
      <span className={classNames('clip', !description && 'none')} title={description ?? undefined}>
        {description || t.noDescription}
      </span>
    ),
  },
  { name: 'status', head: t.statusHead, always: true, cell: (invoice) => <Status invoice={invoice} /> },
  {
    name: 'date',
    head: t.createdHead,
    sort: 'date',
    cell: ({ createdAt }) => <span title={formatDateTime(createdAt)}>{formatActivity(createdAt)}</span>,
  },
  {
    name: 'gross',
    head: t.totalHead,
    sort: 'gross',
    numeric: true,
    always: true,
    cell: (invoice) => <InvoiceAmount invoice={invoice} />,
  },
]

const Status = ({ invoice }: Shown) => (
  <span className="l1">
    <InvoiceState state={invoice.state} overdue={invoice.overdue} />
    {invoice.paidBy.includes('lightning') && (
      <Tag icon={<Zap className="ico" aria-hidden="true" />}>
        <span className="sr-only">{t.lightning}</span>
      </Tag>
    )}
    <span className="quiet note">{noteOf(invoice)}</span>
  </span>
)

/** What the word alone doesn't say. */
const noteOf = (invoice: ListedInvoice): string | null => {
  const { state, additionalStatus, amountUsd, needsAttention, dueDate, overdue } = invoice
  if (state === 'unpaid' && dueDate !== undefined) return t.dueOn({ date: formatDueDate(dueDate) })
  if (additionalStatus === 'marked') return t.markedManually
  if (state === 'partially-paid' && amountUsd !== null)
    return (overdue ? t.overdueReceivedOf : t.receivedOf)({
      received: formatUsd(paidUsdOf(invoice)),
      total: formatUsd(amountUsd),
    })
  if (state !== 'overpaid' && state !== 'paid-late') return null
  if (!needsAttention) return t.resolved
  const overpaid = findOverpaidUsd(invoice)
  return overpaid ? t.tooMuch({ amount: formatUsd(overpaid) }) : null
}
