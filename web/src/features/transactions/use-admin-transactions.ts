import { listAllTransactions, listStores } from '@bitquay/contract/admin-transactions'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'
import { usePages } from '../../lib/use-pages.ts'
import type { AdminFilters } from './admin-filters.ts'

/** All stores' transactions, newest first. */
export const useAdminTransactions = (filters: AdminFilters) =>
  usePages(listAllTransactions, { query: { limit: 25, ...filters } }, { everyMs: 60_000 })

/** To choose one from. */
export const useStores = () => useQuery(queryOf(listStores, { query: {} }))
