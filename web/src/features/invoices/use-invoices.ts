import type { SentBody } from '@bitquay/contract/call'
import {
  createInvoice,
  getInvoice,
  type Invoice,
  listInvoices,
  markInvoice,
  resendInvoice,
} from '@bitquay/contract/invoices'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { askOnce, askPage } from '../../lib/exchange.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { useOnce } from '../../lib/use-once.ts'

export type InvoiceFilters = { search?: string; status?: Invoice['status'] }

const everyMs = 30_000
const pageLength = 20

/** Page by page, newest first. What was shown stays until the answer to changed filters is there. */
export const useInvoices = (filters: InvoiceFilters) => {
  const query = { limit: pageLength, ...filters }
  return useInfiniteQuery({
    ...infiniteQueryOptions({
      queryKey: keyOf(listInvoices, { query }),
      queryFn: ({ pageParam, signal }) => askPage(listInvoices, { query: { ...query, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
    }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })
}

export const useInvoice = (invoiceId: string) =>
  useQuery({ ...queryOf(getInvoice, { params: { invoiceId } }), refetchInterval: everyMs })

/** Has this merchant ever made one? */
export const useHasInvoice = (): boolean =>
  (useQuery(queryOf(listInvoices, { query: { limit: 1 } })).data?.length ?? 0) > 0

export type CreatedInvoice = SentBody<typeof createInvoice>

export const useCreateInvoice = () => {
  const once = useOnce()
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (body: CreatedInvoice) => once(body, (key) => askOnce(createInvoice, key, { body })),
    onSuccess: () => rereadInvoices(queryClient),
  })
}

export const useMarkInvoice = (invoiceId: string) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (status: 'settled' | 'invalid') => ask(markInvoice, { params: { invoiceId }, body: { status } }),
    onSuccess: () => rereadInvoices(queryClient),
  })
}

export const useResendInvoice = (invoiceId: string) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: () => ask(resendInvoice, { params: { invoiceId } }),
    onSuccess: () => rereadInvoices(queryClient),
  })
}

const rereadInvoices = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) => typeof address === 'string' && address.startsWith(listInvoices.path),
  })
