import type { BuiltInView, ListFilter } from '../../frame/list-surface/filter-card.tsx'
import type { ListSpec } from '../../frame/list-surface/use-list-view.ts'
import { type AdminFilters, readAdminFilters } from './admin-filters.ts'
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

const typeFilter: ListFilter = {
  name: 'purpose',
  label: t.typeFilter,
  options: Object.entries(typeNames).map(([value, text]) => ({ value, text })),
}

const directionFilter: ListFilter = {
  name: 'type',
  label: t.directionFilter,
  options: [
    { value: 'incoming', text: t.incoming },
    { value: 'outgoing', text: t.outgoing },
  ],
}

/** The merchants' calls and the admins' have different words for what isn't confirmed. */
const statusFilter = (pending: 'unconfirmed' | 'pending'): ListFilter => ({
  name: 'status',
  label: t.statusFilter,
  options: [
    { value: 'confirmed', text: t.confirmed },
    { value: pending, text: t.pending },
    { value: 'failed', text: t.failed },
  ],
})

const methodFilter: ListFilter = {
  name: 'method',
  label: t.methodFilter,
  options: [
    { value: 'BTC', text: t.onChain },
    { value: 'BTC-LN', text: t.lightning },
  ],
}

export const transactionFilters: readonly ListFilter[] = [
  typeFilter,
  directionFilter,
  statusFilter('unconfirmed'),
  methodFilter,
  { name: 'minAmount', label: t.minimumChip, format: (amount) => t.btc({ amount }) },
]

export const adminList: ListSpec<AdminFilters, 'date' | 'gross' | 'net'> = {
  list: 'admin-transactions',
  readFilters: readAdminFilters,
  sorts: ['date', 'gross', 'net'],
}

/** A store that was named by its number alone is still shown, so that it can be removed. */
export const adminFilters = (stores: readonly { merchantId: number; storeName: string }[]): readonly ListFilter[] => [
  {
    name: 'store',
    label: t.storeFilter,
    options: stores.map(({ merchantId, storeName }) => ({ value: String(merchantId), text: storeName })),
    format: (id) => t.storeNumber({ id }),
  },
  typeFilter,
  directionFilter,
  statusFilter('pending'),
  methodFilter,
]
