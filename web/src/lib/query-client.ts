import type { Call } from '@bitquay/contract/call'
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { addressOf, ask, type SentArgs } from './api.ts'
import { ApiError } from './api-error.ts'

/**
 * Data never goes stale by itself: the event stream says what to read again, and a screen that polls says so. `onSignedOut`
 * runs when the server no longer knows the session.
 */
export const createQueryClient = (onSignedOut: () => void) => {
  const onAuthError = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'not-signed-in') onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: onAuthError }),
    mutationCache: new MutationCache({ onError: onAuthError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      // Offline, what someone asked for fails and says so. Kept back, it would be done whenever the network returns.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The key of a query is the address it reads, so that a change can be told by address. */
export const keyOf = (call: Call, sent: { params?: unknown; query?: unknown } = {}) => [addressOf(call, sent)]

/** Reads again what is shown of these calls, or of addresses that begin so. */
export const reread = (queryClient: QueryClient, beginnings: readonly (Call | string)[]) => {
  const addresses = beginnings.map((beginning) => (typeof beginning === 'string' ? beginning : beginning.path))
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' && addresses.some((beginning) => address.startsWith(beginning)),
  })
}

/** A GET of the contract as a query. */
export const queryOf = <C extends Call>(call: C, ...[sent]: SentArgs<C>) =>
  queryOptions({
    queryKey: keyOf(call, sent),
    queryFn: ({ signal }) => ask(call, ...([{ ...sent, signal }] as unknown as SentArgs<C>)),
  })
