import { listActNames, listActs } from '@bitquay/contract/act-log'
import { listStores } from '@bitquay/contract/admin-transactions'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'
import { usePages } from '../../lib/use-pages.ts'
import type { ActFilters } from './filters.ts'

export const useActs = (filters: ActFilters) =>
  usePages(listActs, { query: { limit: 50, ...filters } }, { everyMs: 15_000 })

export const useActNames = () => useQuery(queryOf(listActNames))
export const useStoreNames = () => useQuery(queryOf(listStores, { query: {} }))
