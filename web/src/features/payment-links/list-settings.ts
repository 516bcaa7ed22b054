import type { Answer } from '@bitquay/contract/call'
import { linkStatuses, type PaymentLink, type summarizePaymentLinks } from '@bitquay/contract/payment-links'
import type { BuiltInView, ListFilter } from '../../frame/list-surface/filter-card.tsx'
import type { ListSpec } from '../../frame/list-surface/use-list-view.ts'
import { readSearch } from '../../lib/address-filters.ts'
import { stateOf } from './describe-link.ts'
import * as t from './messages.ts'

export type LinkFilters = { search?: string; status?: PaymentLink['status'] }

/** What can't be read is left out. */
const readFilters = (params: URLSearchParams): LinkFilters => {
  const status = linkStatuses.find((value) => value === params.get('status'))
  return { ...readSearch(params), ...(status ? { status } : {}) }
}

export const linkList: ListSpec<LinkFilters, 'date' | 'gross'> = {
  list: 'payment-links',
  readFilters,
  sorts: ['date', 'gross'],
}

type Counts = Answer<typeof summarizePaymentLinks>['statuses']

export const linkViews = (counts: Counts | undefined): readonly BuiltInView[] => [
  { name: t.allView, filters: {} },
  ...linkStatuses.map((status) => ({
    name: stateOf({ status }).word,
    filters: { status },
    count: counts?.[status],
  })),
]

export const linkFilters: readonly ListFilter[] = [
  {
    name: 'status',
    label: t.statusHead,
    options: linkStatuses.map((status) => ({ value: status, text: stateOf({ status }).word })),
  },
]
