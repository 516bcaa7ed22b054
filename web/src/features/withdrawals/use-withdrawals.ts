import type { Answer, SentBody } from '@bitquay/contract/call'
import {
  cancelWithdrawal,
  getWithdrawal,
  listWithdrawals,
  quoteWithdrawal,
  type Withdrawal,
  withdraw,
} from '@bitquay/contract/withdrawals'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { addressOf, ask } from '../../lib/api.ts'
import { askOnce, askPage } from '../../lib/exchange.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { useOnce } from '../../lib/use-once.ts'
import { isSettled } from './describe-withdrawal.ts'

export type Quote = Answer<typeof quoteWithdrawal>
export type Sent = Answer<typeof withdraw>

const everyMs = 5_000
const quoteEveryMs = 30_000
const pageLength = 10

/** What the server would take for it. Asked as a query, since asking changes nothing. */
export const useQuote = (wish: SentBody<typeof quoteWithdrawal> | undefined) =>
  useQuery({
    queryKey: [addressOf(quoteWithdrawal), wish],
    queryFn: ({ signal }) => ask(quoteWithdrawal, { body: wish ?? { customerAmount: '0' }, signal }),
    enabled: wish !== undefined,
    refetchInterval: quoteEveryMs,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })

/** Page by page, newest first; read again and again while one of them is on its way. */
export const useWithdrawals = () =>
  useInfiniteQuery({
    ...infiniteQueryOptions({
      queryKey: keyOf(listWithdrawals, { query: { limit: pageLength } }),
      queryFn: ({ pageParam, signal }) =>
        askPage(listWithdrawals, { query: { limit: pageLength, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
    }),
    refetchInterval: ({ state }) => {
      const rows = state.data?.pages.flatMap((page) => page.rows) ?? []
      return rows.every(isSettled) ? false : everyMs
    },
  })

/** One withdrawal, followed until it is confirmed or over. */
export const useWithdrawal = (shown: Withdrawal) =>
  useQuery({
    ...queryOf(getWithdrawal, { params: { id: shown.id } }),
    initialData: shown,
    refetchInterval: ({ state }) => (state.data && isSettled(state.data) ? false : everyMs),
  })

export const useWithdraw = () => {
  const once = useOnce()
  const queryClient = useQueryClient()
  return useAction({
    // The code is not part of the order: sent again with the next code, it is the same withdrawal.
    mutationFn: ({ twoFactorToken, ...order }: SentBody<typeof withdraw>) =>
      once(order, (key) => askOnce(withdraw, key, { body: { ...order, twoFactorToken } })),
    onSettled: () => rereadMoney(queryClient),
  })
}

export const useCancelWithdrawal = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (id: number) => ask(cancelWithdrawal, { params: { id } }),
    onSettled: () => rereadMoney(queryClient),
  })
}

const rereadMoney = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' &&
      ['/api/merchant/withdrawal', '/api/merchant/balance'].some((beginning) => address.startsWith(beginning)),
  })
