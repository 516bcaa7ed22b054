import { invoiceList, invoiceStateWords, type ListedInvoice, payMethodWords } from '@bitquay/contract/invoices'
import { LifeBuoy, Zap } from 'lucide-react'
import { showList } from '../../frame/list-surface/show-list.tsx'
import { paths } from '../../frame/screens.ts'
import { formatActivity, formatDateTime } from '../../lib/format-date.ts'
import { formatDueDate } from '../../lib/format-due-date.ts'
import { formatCount, writeCount } from '../../lib/format-number.ts'
import { Tag } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Usd } from '../../ui/figures.tsx'
import { TotalsBar } from '../../ui/list-surface/totals-bar.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { findOverpaidUsd, paidUsdOf, whoOf } from './describe-invoice.ts'
import './invoice-list.css'
import { InvoiceAmount, InvoiceState } from './invoice-marks.tsx'
import 'list-layout:invoices/invoiceList.css'
import * as t from './messages.ts'

const stateNames = { ...invoiceStateWords, attention: t.attentionView }

export const shownInvoices = showList(invoiceList, {
  everyMs: 30_000,
  summaryEveryMs: 30_000,
  label: t.invoices,
  className: 'dt--one',
  cells: {
    customer: [
      t.customerHead,
      (invoice) => {
        const who = whoOf(invoice)
        return (
          <span className={classNames('who clip', who === null && 'none')} title={who ?? undefined}>
            {who ?? t.noCustomer}
          </span>
        )
      },
    ],
    description: [
      t.descriptionHead,
      ({ description }) => (
        <span className={classNames('clip', !description && 'none')} title={description ?? undefined}>
          {description || t.noDescription}
        </span>
      ),
    ],
    status: [t.statusHead, (invoice) => <Status invoice={invoice} />],
    date: [
      t.createdHead,
      ({ createdAt }) => <span title={formatDateTime(createdAt)}>{formatActivity(createdAt)}</span>,
    ],
    gross: [t.totalHead, (invoice) => <InvoiceAmount invoice={invoice} />],
  },
  keyOf: ({ invoiceId }) => invoiceId,
  nameOf: (row) =>
    t.rowName({ who: whoOf(row) ?? t.noCustomer, amount: row.amountUsd ? formatUsd(row.amountUsd) : row.amount }),
  views: (summary) => [
    { name: t.allView, filters: {} },
    ...(['unpaid', 'overdue', 'confirming', 'paid', 'attention', 'expired'] as const).map((state) => ({
      name: stateNames[state],
      filters: { state },
      count: summary?.states[state],
      urgent: (state === 'overdue' || state === 'attention') && (summary?.states[state] ?? 0) > 0,
    })),
  ],
  chips: {
    state: {
      label: t.statusFilter,
      options: Object.entries(stateNames).map(([value, text]) => ({ value, text })),
    },
  },
  searchHint: t.searchHint,
  count: ({ filtered, exact }) => ({
    count: filtered,
    exact,
    words: exact ? t.rowCount({ count: filtered }) : t.rowCountAtLeast({ count: formatCount(filtered) }),
  }),
  totals: (summary) => (
    <TotalsBar
      label={t.totals}
      counts={[
        { label: t.total, figure: writeCount(summary?.total) },
        { label: t.filtered, figure: writeCount(summary?.filtered, summary?.exact) },
      ]}
      sums={[{ label: t.totalBilled, figure: <Usd amount={summary?.grossUsd} /> }]}
      apart={[{ label: t.totalReceived, figure: <Usd amount={summary?.receivedUsd} /> }]}
    />
  ),
  loading: t.loadingInvoices,
  filteredEmpty: { title: t.noMatch, sentence: t.adjustFilters },
  failed: {
    title: t.unableToLoad,
    sentence: t.listNotLoaded,
    help: (
      <ButtonLink to={paths.contact} icon={<LifeBuoy className="ico" aria-hidden="true" />}>
        {t.contactSupport}
      </ButtonLink>
    ),
  },
})

const Status = ({ invoice }: { invoice: ListedInvoice }) => (
  <span className="l1">
    <InvoiceState state={invoice.state} overdue={invoice.overdue} />
    {invoice.paidBy.includes('lightning') && (
      <Tag icon={<Zap className="ico" aria-hidden="true" />}>
        <span className="sr-only">{payMethodWords.lightning}</span>
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
