import * as calls from '@bitquay/contract/admin-merchants'
import type { SentBody } from '@bitquay/contract/call'
import { getFees } from '@bitquay/contract/fees'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { askPage } from '../../lib/exchange.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export type MerchantFilters = { search?: string; status?: 'active' | 'inactive' }

const pageLength = 25

/** Page by page, newest first. What was shown stays until the answer to changed filters is there. */
export const useMerchants = (filters: MerchantFilters) => {
  const query = { limit: pageLength, ...filters }
  return useInfiniteQuery({
    ...infiniteQueryOptions({
      queryKey: keyOf(calls.listMerchants, { query }),
      queryFn: ({ pageParam, signal }) =>
        askPage(calls.listMerchants, { query: { ...query, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
    }),
    placeholderData: keepPreviousData,
  })
}

const everyMs = 30_000

export const useMerchant = (id: number) =>
  useQuery({ ...queryOf(calls.getMerchant, { params: { id } }), refetchInterval: everyMs })

/** The schedule that a merchant's markup is added to. */
export const useSchedule = () => useQuery(queryOf(getFees)).data?.current

export const useCreateMerchant = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (body: SentBody<typeof calls.createMerchant>) => ask(calls.createMerchant, { body }),
    onSuccess: () => rereadMerchants(queryClient),
  })
}

export const useChangeMerchant = (id: number) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (body: SentBody<typeof calls.changeMerchant>) => ask(calls.changeMerchant, { params: { id }, body }),
    onSuccess: (merchant) => {
      queryClient.setQueryData(keyOf(calls.getMerchant, { params: { id } }), merchant)
      return rereadMerchants(queryClient)
    },
  })
}

const rereadMerchants = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' &&
      (address.startsWith(calls.listMerchants.path) || address.startsWith('/api/admin/dashboard')),
  })
