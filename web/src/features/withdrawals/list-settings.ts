import type { Answer } from '@bitquay/contract/call'
import { type summarizeWithdrawals, withdrawalStates } from '@bitquay/contract/withdrawals'
import type { BuiltInView, ListFilter } from '../../frame/list-surface/filter-card.tsx'
import type { ListSpec } from '../../frame/list-surface/use-list-view.ts'
import { readSearch } from '../../lib/address-filters.ts'
import * as t from './messages.ts'

type State = (typeof withdrawalStates)[number]

export type WithdrawalFilters = { search?: string; status?: State }

/** What can't be read is left out. */
const readFilters = (params: URLSearchParams): WithdrawalFilters => {
  const status = withdrawalStates.find((value) => value === params.get('status'))
  return { ...readSearch(params), ...(status ? { status } : {}) }
}

export const withdrawalList: ListSpec<WithdrawalFilters, 'date' | 'gross' | 'net'> = {
  list: 'withdrawals',
  readFilters,
  sorts: ['date', 'gross', 'net'],
}

const words: Record<State, string> = {
  pending: t.pending,
  confirmed: t.confirmed,
  failed: t.hasFailed,
  canceled: t.canceled,
}

type Counts = Answer<typeof summarizeWithdrawals>['statuses']

export const withdrawalViews = (counts: Counts | undefined): readonly BuiltInView[] => [
  { name: t.allView, filters: {} },
  ...withdrawalStates.map((status) => ({ name: words[status], filters: { status }, count: counts?.[status] })),
]

export const withdrawalFilters: readonly ListFilter[] = [
  {
    name: 'status',
    label: t.statusHead,
    options: withdrawalStates.map((status) => ({ value: status, text: words[status] })),
  },
]
