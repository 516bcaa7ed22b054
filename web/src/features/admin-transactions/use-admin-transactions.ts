import { listAllTransactions, listStores } from '@bitquay/contract/admin-transactions'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { askPage } from '../../lib/exchange.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import type { AdminFilters } from './admin-filters.ts'

/** All stores' transactions, page by page. What was shown stays until the answer to changed filters is there. */
export const useAdminTransactions = (filters: AdminFilters) => {
  const query = { limit: 25, ...filters }
  return useInfiniteQuery({
    ...infiniteQueryOptions({
      queryKey: keyOf(listAllTransactions, { query }),
      queryFn: ({ pageParam, signal }) =>
        askPage(listAllTransactions, { query: { ...query, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
    }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })
}

/** To choose one from. */
export const useStores = () => useQuery(queryOf(listStores, { query: {} }))
