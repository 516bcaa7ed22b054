import { type MerchantStatus, merchantStatuses, type summarizeMerchants } from '@bitquay/contract/admin-merchants'
import type { Answer } from '@bitquay/contract/call'
import type { BuiltInView } from '../../frame/list-surface/filter-card.tsx'
import type { ListSpec } from '../../frame/list-surface/use-list-view.ts'
import { readSearch } from '../../lib/address-filters.ts'
import * as t from './messages.ts'

export type MerchantFilters = { search?: string; status?: MerchantStatus }

/** What can't be read is left out. */
const readFilters = (params: URLSearchParams): MerchantFilters => {
  const status = merchantStatuses.find((value) => value === params.get('status'))
  return { ...readSearch(params), ...(status ? { status } : {}) }
}

export type MerchantSort = 'date' | 'name' | 'volume'

export const merchantList: ListSpec<MerchantFilters, MerchantSort> = {
  list: 'merchants',
  readFilters,
  sorts: ['date', 'name', 'volume'],
}

type Counts = Answer<typeof summarizeMerchants>['statuses']

export const merchantViews = (counts: Counts | undefined): readonly BuiltInView[] => [
  { name: t.all, filters: {} },
  { name: t.attention, filters: { status: 'attention' }, count: counts?.attention, urgent: true },
  { name: t.active, filters: { status: 'active' }, count: counts?.active },
  { name: t.storeSettingUp, filters: { status: 'setting-up' }, count: counts?.['setting-up'] },
  { name: t.inactive, filters: { status: 'inactive' }, count: counts?.inactive },
]
