import * as calls from '@bitquay/contract/applications'
import type { SentBody } from '@bitquay/contract/call'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { askPage } from '../../lib/exchange.ts'
import { keyOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export type ApplicationFilters = { status?: calls.Application['status']; search?: string }

const pageLength = 25

/** Page by page, newest first. What was shown stays until the answer to changed filters is there. */
export const useApplications = (filters: ApplicationFilters) => {
  const query = { limit: pageLength, ...filters }
  return useInfiniteQuery({
    ...infiniteQueryOptions({
      queryKey: keyOf(calls.listApplications, { query }),
      queryFn: ({ pageParam, signal }) =>
        askPage(calls.listApplications, { query: { ...query, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
    }),
    placeholderData: keepPreviousData,
  })
}

export type Extras = SentBody<typeof calls.changeApplication>

export const useChangeApplication = (id: number) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (extras: Extras) => ask(calls.changeApplication, { params: { id }, body: extras }),
    onSuccess: () => reread(queryClient),
  })
}

/** What was filled in is kept with the decision, and before it: a decision that fails loses nothing. */
export const useReview = (id: number) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: async ({ extras, ...body }: SentBody<typeof calls.reviewApplication> & { extras: Extras }) => {
      if (Object.keys(extras).length > 0) await ask(calls.changeApplication, { params: { id }, body: extras })
      return ask(calls.reviewApplication, { params: { id }, body })
    },
    onSettled: () => reread(queryClient),
  })
}

const addresses = [calls.listApplications.path, '/api/admin/merchants', '/api/admin/dashboard']

const reread = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' && addresses.some((beginning) => address.startsWith(beginning)),
  })
