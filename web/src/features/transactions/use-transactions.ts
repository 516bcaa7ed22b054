import { countTransactions, getWeek, listTransactions } from '@bitquay/contract/transactions'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { askPage } from '../../lib/exchange.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { awaitsDetails } from './awaits-details.ts'
import { type Filters, toQuery } from './filters.ts'

const everyMs = 30_000
const soonMs = 3_000
const pageLength = 25

/** The history, page by page. What was shown stays until the answer to changed filters is there. */
export const useTransactions = (filters: Filters) => {
  const query = { limit: pageLength, ...toQuery(filters) }
  return useInfiniteQuery({
    ...infiniteQueryOptions({
      queryKey: keyOf(listTransactions, { query }),
      queryFn: ({ pageParam, signal }) => askPage(listTransactions, { query: { ...query, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
    }),
    refetchInterval: ({ state: { data } }) =>
      data && awaitsDetails(data.pages[0]?.rows ?? [], Date.now()) ? soonMs : everyMs,
    placeholderData: keepPreviousData,
  })
}

/** The figures of the tiles. */
export const useCounts = (filters: Filters = {}) =>
  useQuery({
    ...queryOf(countTransactions, { query: toQuery(filters) }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })

/** The latest few, for the dashboard. */
export const useLatest = (limit: number) =>
  useQuery({ ...queryOf(listTransactions, { query: { limit } }), refetchInterval: everyMs })

/** Kept under the address of the list, so that it is read again whenever a transaction changes. */
export const useWeek = () =>
  useQuery({ ...queryOf(getWeek), queryKey: [listTransactions.path, 'week'], refetchInterval: everyMs })
