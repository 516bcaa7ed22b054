import type { Answer } from '@bitquay/contract/call'
import {
  invoiceStateFilters,
  invoiceStatuses,
  type ListedInvoice,
  type summarizeInvoices,
} from '@bitquay/contract/invoices'
import type { BuiltInView, ListFilter } from '../../frame/list-surface/filter-card.tsx'
import type { ListSpec } from '../../frame/list-surface/use-list-view.ts'
import { readSearch } from '../../lib/address-filters.ts'
import { states } from './describe-invoice.ts'
import * as t from './messages.ts'

export type InvoiceFilters = {
  search?: string
  state?: (typeof invoiceStateFilters)[number]
  status?: ListedInvoice['status']
}

/** What can't be read is left out. Links of earlier versions filter by `status`. */
const readFilters = (params: URLSearchParams): InvoiceFilters => {
  const state = invoiceStateFilters.find((value) => value === params.get('state'))
  const status = invoiceStatuses.find((value) => value === params.get('status'))
  return { ...readSearch(params), ...(state ? { state } : {}), ...(status ? { status } : {}) }
}

export const invoiceList: ListSpec<InvoiceFilters, 'date' | 'gross'> = {
  list: 'invoices',
  readFilters,
  sorts: ['date', 'gross'],
}

type Counts = Answer<typeof summarizeInvoices>['states']

export const invoiceViews = (counts: Counts | undefined): readonly BuiltInView[] => [
  { name: t.allView, filters: {} },
  { name: t.unpaid, filters: { state: 'unpaid' }, count: counts?.unpaid },
  {
    name: t.overdue,
    filters: { state: 'overdue' },
    count: counts?.overdue,
    urgent: (counts?.overdue ?? 0) > 0,
  },
  { name: t.confirming, filters: { state: 'confirming' }, count: counts?.confirming },
  { name: t.paid, filters: { state: 'paid' }, count: counts?.paid },
  {
    name: t.attentionView,
    filters: { state: 'attention' },
    count: counts?.attention,
    urgent: (counts?.attention ?? 0) > 0,
  },
  { name: t.expired, filters: { state: 'expired' }, count: counts?.expired },
]

export const invoiceFilters: readonly ListFilter[] = [
  {
    name: 'state',
    label: t.statusFilter,
    options: [
      ...Object.entries(states).map(([value, { word }]) => ({ value, text: word })),
      { value: 'overdue', text: t.overdue },
      { value: 'attention', text: t.attentionView },
    ],
  },
]
