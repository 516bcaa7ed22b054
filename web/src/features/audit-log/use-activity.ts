import { listActNames, listActs, listStoreActivity } from '@bitquay/contract/act-log'
import { listStores } from '@bitquay/contract/admin-transactions'
import { useQuery } from '@tanstack/react-query'
import type { useListView } from '../../frame/list-surface/use-list-view.ts'
import { queryOf } from '../../lib/query-client.ts'
import { usePages } from '../../lib/use-pages.ts'
import type { ActivityFilters } from './filters.ts'
import type { StoreActivityFilters } from './store-activity-settings.ts'

export const useActivity = (filters: ActivityFilters) =>
  usePages(listActs, { query: { limit: 50, ...filters } }, { everyMs: 15_000 })

type StoreView = ReturnType<typeof useListView<StoreActivityFilters, 'date'>>

/** What the store's own people and programs did. */
export const useStoreActivity = ({ filter, sort }: Pick<StoreView, 'filter' | 'sort'>) =>
  usePages(listStoreActivity, { query: { limit: 50, ...filter, sort } }, { everyMs: 15_000 })

export const useActivityTypes = () => useQuery(queryOf(listActNames))
export const useStoreNames = () => useQuery(queryOf(listStores, { query: {} }))
