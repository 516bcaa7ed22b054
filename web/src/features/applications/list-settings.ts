import { type Application, applicationStatuses, type summarizeApplications } from '@bitquay/contract/applications'
import type { Answer } from '@bitquay/contract/call'
import type { BuiltInView, ListFilter } from '../../frame/list-surface/filter-card.tsx'
import type { ListSpec } from '../../frame/list-surface/use-list-view.ts'
import { readSearch } from '../../lib/address-filters.ts'
import * as t from './messages.ts'

export type ApplicationFilters = { status?: Application['status']; search?: string }
export type ApplicationSort = 'date' | 'name'

/** What can't be read is left out. */
const readFilters = (params: URLSearchParams): ApplicationFilters => {
  const status = applicationStatuses.find((value) => value === params.get('status'))
  return { ...(status ? { status } : {}), ...readSearch(params) }
}

export const applicationList: ListSpec<ApplicationFilters, ApplicationSort> = {
  list: 'applications',
  readFilters,
  sorts: ['date', 'name'],
}

const statuses = [
  { value: 'pending', text: t.pending },
  { value: 'approved', text: t.approved },
  { value: 'rejected', text: t.rejected },
] as const

type Counts = Answer<typeof summarizeApplications>['statuses']

export const applicationViews = (counts: Counts | undefined): readonly BuiltInView[] => [
  { name: t.all, filters: {} },
  ...statuses.map(({ value, text }) => ({ name: text, filters: { status: value }, count: counts?.[value] })),
]

export const applicationFilters: readonly ListFilter[] = [{ name: 'status', label: t.statusHead, options: statuses }]
