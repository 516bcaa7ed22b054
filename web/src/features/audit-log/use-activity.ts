import { listActNames, listActs, listStoreActivity } from '@bitquay/contract/act-log'
import { listStores } from '@bitquay/contract/admin-transactions'
import { useQuery } from '@tanstack/react-query'
import type { useListView } from '../../frame/list-surface/use-list-view.ts'
import { queryOf } from '../../lib/query-client.ts'
import { usePages } from '../../lib/use-pages.ts'
import type { AuditLogFilters } from './audit-log-settings.ts'
import type { StoreActivityFilters } from './store-activity-settings.ts'

type AuditLogView = ReturnType<typeof useListView<AuditLogFilters, 'date'>>

/** What everyone did, on the platform and in all stores. */
export const useAuditLog = ({ filter, sort }: Pick<AuditLogView, 'filter' | 'sort'>) =>
  usePages(listActs, { query: { limit: 50, ...filter, sort } }, { everyMs: 15_000 })

type StoreView = ReturnType<typeof useListView<StoreActivityFilters, 'date'>>

/** What the store's own people and programs did. */
export const useStoreActivity = ({ filter, sort }: Pick<StoreView, 'filter' | 'sort'>) =>
  usePages(listStoreActivity, { query: { limit: 50, ...filter, sort } }, { everyMs: 15_000 })

export const useActivityTypes = () => useQuery(queryOf(listActNames))
export const useStoreNames = () => useQuery(queryOf(listStores, { query: {} }))
