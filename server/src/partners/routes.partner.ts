import * as calls from '@bitquay/contract/partners'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { accepted, keyedRoute, type Route, route } from '../platform/http/route.ts'
import { authoriseByTotp } from '../withdrawals/withdraw.ts'
import { findPayout, listPayouts, presentPayout } from './queries.payouts.ts'
import { withdrawEarnings } from './withdraw-earnings.ts'

export const payoutRoutes = (deps: Deps): Route[] => [
  keyedRoute(calls.withdrawEarnings, async ({ person, body, source, idempotencyKey }) => {
    const send = await withdrawEarnings(deps, {
      partner: person,
      amountUsd: body.amount,
      address: body.btcAddress,
      idempotencyKey,
      source,
      authorise: authoriseByTotp(deps, person, body.twoFactorToken, source),
    })
    const withdrawal = presentPayout(send)
    if (send.status === 'requested' || send.status === 'signed') {
      return accepted({ txid: null, status: 'processing' as const, withdrawal })
    }
    return { txid: send.txid, status: send.status, withdrawal }
  }),
  route(calls.listPayouts, async ({ person, query, nextCursor }) => {
    const { payouts, next } = await listPayouts(deps.db, person.id, query)
    nextCursor(next)
    return payouts
  }),
  route(calls.getPayout, async ({ person, params }) => {
    const payout = await findPayout(deps.db, person.id, params.id)
    if (!payout) throw new ApiError('not-found')
    return payout
  }),
]
