import type { BuiltInView, ListFilter } from '../../frame/list-surface/filter-card.tsx'
import type { ListSpec } from '../../frame/list-surface/use-list-view.ts'
import { typeNames } from './describe-transaction.ts'
import { type Filters, readFilters } from './filters.ts'
import * as t from './messages.ts'

export const transactionList: ListSpec<Filters, 'date' | 'gross' | 'net'> = {
  list: 'transactions',
  readFilters,
  sorts: ['date', 'gross', 'net'],
}

export const transactionViews: readonly BuiltInView[] = [
  { name: t.allView, filters: {} },
  { name: t.paymentsView, filters: { purpose: 'invoice' } },
  { name: t.withdrawalsView, filters: { purpose: 'withdrawal' } },
  { name: t.refundsView, filters: { purpose: 'refund' } },
  { name: t.feesView, filters: { purpose: 'sweep' } },
]

export const transactionFilters: readonly ListFilter[] = [
  {
    name: 'purpose',
    label: t.typeFilter,
    options: Object.entries(typeNames).map(([value, text]) => ({ value, text })),
  },
  {
    name: 'type',
    label: t.directionFilter,
    options: [
      { value: 'incoming', text: t.incoming },
      { value: 'outgoing', text: t.outgoing },
    ],
  },
  {
    name: 'status',
    label: t.statusFilter,
    options: [
      { value: 'confirmed', text: t.confirmed },
      { value: 'unconfirmed', text: t.pending },
      { value: 'failed', text: t.failed },
    ],
  },
  {
    name: 'method',
    label: t.methodFilter,
    options: [
      { value: 'BTC', text: t.onChain },
      { value: 'BTC-LN', text: t.lightning },
    ],
  },
  { name: 'minAmount', label: t.minimumChip, format: (amount) => t.btc({ amount }) },
]
