import * as calls from '@bitquay/contract/v1/withdrawals'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { accepted, keyedRoute, type Route, route } from '../platform/http/route.ts'
import { withdrawalsOf } from './list.ts'
import { findWithdrawal } from './queries.ts'
import { quoteWithdrawal } from './quote-withdrawal.ts'
import { withdrawByKey } from './withdraw-by-key.ts'

export const withdrawals = (deps: Deps): Route[] => {
  const getOwn = async (merchantId: number, id: number) => {
    const own = await findWithdrawal(deps.db, merchantId, id)
    if (!own) throw new ApiError('not-found')
    return own
  }
  return [
    keyedRoute(calls.createWithdrawal, async ({ apiKey, body, source, idempotencyKey }) => {
      const { address, amountUsd, description } = body
      const order = { address, amountUsd, description: description || undefined, idempotencyKey }
      const send = await withdrawByKey(deps, apiKey, order, source)
      const withdrawal = await getOwn(apiKey.merchantId, send.id)
      if (withdrawal.status === 'failed' || withdrawal.status === 'cancelled') {
        throw new ApiError('withdrawal-ended', { message: withdrawal.problem ?? undefined })
      }
      const isOut = withdrawal.status === 'broadcast' || withdrawal.status === 'confirmed'
      return isOut ? withdrawal : accepted(withdrawal)
    }),
    route(calls.quoteWithdrawal, async ({ apiKey, body }) => {
      const quote = await quoteWithdrawal(deps, apiKey.merchantId, { customerAmount: body.amountUsd })
      return {
        amountUsd: quote.customerAmount,
        amountBtc: quote.netAmountBtc,
        feeUsd: quote.totalFee,
        networkFeeUsd: quote.networkFeeUsd,
        networkFeeBtc: quote.networkFeeBtc,
        feeRate: quote.feeRate,
        totalUsd: quote.totalUsd,
        totalBtc: quote.totalBtc,
        availableUsd: quote.availableUsd,
        sufficient: quote.sufficient,
        btcPrice: quote.price,
      }
    }),
    route(calls.listWithdrawals, async ({ apiKey, query: { limit, cursor, ...filter }, nextCursor }) => {
      const { rows, next } = await withdrawalsOf.show(deps.db, apiKey.merchantId, filter, { limit, cursor })
      nextCursor(next)
      return rows
    }),
    route(calls.getWithdrawal, ({ apiKey, params }) => getOwn(apiKey.merchantId, params.id)),
  ]
}
