import type { Answer, SentBody } from '@bitquay/contract/call'
import { listSigningRequests } from '@bitquay/contract/signing'
import {
  cancelWithdrawal,
  getWithdrawal,
  quoteWithdrawal,
  type Withdrawal,
  withdraw,
} from '@bitquay/contract/withdrawals'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addressOf, ask } from '../../lib/api.ts'
import { askOnce } from '../../lib/exchange.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'
import { isSettled } from './describe-withdrawal.ts'

export type Quote = Answer<typeof quoteWithdrawal>
export type Sent = Answer<typeof withdraw>

const everyMs = 5_000
const quoteEveryMs = 30_000

/** What it would cost. A query, because it changes nothing. */
export const useQuote = (wish: SentBody<typeof quoteWithdrawal> | undefined) =>
  useQuery({
    queryKey: [addressOf(quoteWithdrawal), wish],
    queryFn: ({ signal }) => ask(quoteWithdrawal, { body: wish ?? { customerAmount: '0' }, signal }),
    enabled: wish !== undefined,
    refetchInterval: quoteEveryMs,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })

/** One withdrawal, followed until it is settled. */
export const useWithdrawal = (shown: Withdrawal) =>
  useQuery({
    ...queryOf(getWithdrawal, { params: { id: shown.id } }),
    initialData: shown,
    refetchInterval: ({ state }) => (state.data && isSettled(state.data) ? false : everyMs),
  })

const rereads = ['/api/merchant/withdrawal', '/api/merchant/balance', listSigningRequests]

/** A withdrawal without its code. */
export type Order = Omit<SentBody<typeof withdraw>, 'twoFactorToken'>

/** What a person typed. The fees are left out: they may change between two tries of the same withdrawal. */
const wishOf = ({ address, customerAmount, description, promoCode }: Order) => [
  address,
  customerAmount,
  description,
  promoCode,
]

export const useWithdraw = () => {
  const once = useIdempotencyKey(wishOf)
  return useAction({
    // Sent again with another code, it is the same withdrawal.
    mutationFn: ({ twoFactorToken, ...order }: SentBody<typeof withdraw>) =>
      once(order, (key, first) => askOnce(withdraw, key, { body: { ...first, twoFactorToken } })),
    rereads,
  })
}

export const useCancelWithdrawal = () =>
  useAction({
    mutationFn: (id: number) => ask(cancelWithdrawal, { params: { id } }),
    rereads,
  })
