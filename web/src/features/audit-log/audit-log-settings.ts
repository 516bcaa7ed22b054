import { type Act, actorKinds } from '@bitquay/contract/act-log'
import type { ListFilter } from '../../frame/list-surface/filter-card.tsx'
import type { ListSpec } from '../../frame/list-surface/use-list-view.ts'
import { readId, readSearch } from '../../lib/address-filters.ts'
import { actorNames, nameOfActivity } from './describe-activity.ts'
import * as t from './messages.ts'

export type AuditLogFilters = { act?: string; actorKind?: Act['actorKind']; merchantId?: number; search?: string }

/** What can't be read is left out. */
const readFilters = (params: URLSearchParams): AuditLogFilters => {
  const act = params.get('act')?.slice(0, 80)
  const actorKind = actorKinds.find((kind) => kind === params.get('actor'))
  const merchantId = readId(params, 'store')
  return {
    ...(act ? { act } : {}),
    ...(actorKind ? { actorKind } : {}),
    ...(merchantId ? { merchantId } : {}),
    ...readSearch(params),
  }
}

export const auditLogList: ListSpec<AuditLogFilters, 'date'> = { list: 'audit-log', readFilters, sorts: ['date'] }

type Store = { merchantId: number; storeName: string }

/** Chips for what was done, by what kind of user, and in which store. */
export const auditLogFilters = (acts: readonly string[], stores: readonly Store[]): readonly ListFilter[] => [
  {
    name: 'act',
    label: t.type,
    options: acts
      .map((act) => ({ value: act, text: nameOfActivity(act) }))
      .sort((one, other) => one.text.localeCompare(other.text)),
    format: nameOfActivity,
  },
  { name: 'actor', label: t.actor, options: actorKinds.map((kind) => ({ value: kind, text: actorNames[kind] })) },
  {
    name: 'store',
    label: t.storeHead,
    options: stores.map(({ merchantId, storeName }) => ({ value: String(merchantId), text: storeName })),
    format: (id) => t.store({ id }),
  },
]
