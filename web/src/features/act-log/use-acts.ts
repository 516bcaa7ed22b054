import { listActNames, listActs } from '@bitquay/contract/act-log'
import { listStores } from '@bitquay/contract/admin-transactions'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { askPage } from '../../lib/exchange.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import type { ActFilters } from './act-filters.ts'

export const useActs = (filters: ActFilters) => {
  const query = { limit: 50, ...filters }
  return useInfiniteQuery({
    ...infiniteQueryOptions({
      queryKey: keyOf(listActs, { query }),
      queryFn: ({ pageParam, signal }) => askPage(listActs, { query: { ...query, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
    }),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  })
}

export const useActNames = () => useQuery(queryOf(listActNames))
export const useStoreNames = () => useQuery(queryOf(listStores, { query: {} }))
