import type { Answer } from '@bitquay/contract/call'
import {
  directionWords,
  methodWords,
  purposeWords,
  type summarizeTransactions,
  transactionStatusWords,
} from '@bitquay/contract/transactions'
import { dateOfTimestamp, dayOf } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import * as t from './messages.ts'
import { TransactionTotals } from './transaction-totals.tsx'

/** What the lists of merchants and administrators share. */

type Summary = Answer<typeof summarizeTransactions>

export const surface = {
  views: () => [
    { name: t.allView, filters: {} },
    { name: t.paymentsView, filters: { purpose: 'invoice' } },
    { name: t.withdrawalsView, filters: { purpose: 'withdrawal' } },
    { name: t.refundsView, filters: { purpose: 'refund' } },
    { name: t.feesView, filters: { purpose: 'sweep' } },
  ],
  dayOf: ({ timestamp }: { timestamp: number }) => dayOf(dateOfTimestamp(timestamp)),
  totals: (summary: Summary | undefined, period: string | undefined) => (
    <TransactionTotals summary={summary} period={period} />
  ),
  exportName: t.transactionCount({ count: 0 }),
  /** A search may match more than the server counts. */
  count: ({ filtered, exact }: Summary) => ({
    count: filtered,
    exact,
    words: exact ? t.transactionCount({ count: filtered }) : t.atLeast({ count: formatCount(filtered) }),
  }),
  note: t.totalsNote,
  loading: t.loadingTransactions,
}

/** The merchants' calls and the administrators' have different words for what isn't confirmed. */
export const chipsWith = (pending: 'unconfirmed' | 'pending') => ({
  purpose: { label: t.typeFilter, options: optionsOf(purposeWords) },
  type: { label: t.directionFilter, options: optionsOf(directionWords) },
  status: {
    label: t.statusFilter,
    options: (['confirmed', pending, 'failed'] as const).map((value) => ({
      value,
      text: transactionStatusWords[value],
    })),
  },
  method: { label: t.methodFilter, options: optionsOf(methodWords) },
})

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, text]) => ({ value, text }))
