import * as calls from '@bitquay/contract/withdrawals'
import { authorizeByTotp } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { accepted, keyedRoute, type Route, route } from '../platform/http/route.ts'
import { findWithdrawal } from './queries.ts'
import { quoteWithdrawal } from './quote-withdrawal.ts'
import { cancelWithdrawal, withdraw } from './withdraw.ts'

export const withdrawalRoutes = (deps: Deps): Route[] => {
  const getOwn = async (merchantId: number, id: number) => {
    const own = await findWithdrawal(deps.db, merchantId, id)
    if (!own) throw new ApiError('not-found')
    return own
  }
  return [
    route(calls.quoteWithdrawal, ({ person, body }) => quoteWithdrawal(deps, person.merchantId, body)),
    keyedRoute(calls.withdraw, async ({ person, body, source, idempotencyKey }) => {
      const { twoFactorToken, ...form } = body
      const send = await withdraw(deps, {
        merchantId: person.merchantId,
        form,
        idempotencyKey,
        actor: person,
        source,
        authorise: authorizeByTotp(deps, person, twoFactorToken, source),
      })
      const withdrawal = await getOwn(person.merchantId, send.id)
      if (withdrawal.status === 'failed' || withdrawal.status === 'cancelled') {
        throw new ApiError('withdrawal-ended', { message: withdrawal.problem ?? undefined })
      }
      const isOut = withdrawal.status === 'broadcast' || withdrawal.status === 'confirmed'
      return isOut
        ? { txid: withdrawal.txid, status: withdrawal.status as 'broadcast' | 'confirmed', withdrawal }
        : accepted({ txid: null, status: 'processing' as const, withdrawal })
    }),
    route(calls.getWithdrawal, ({ person, params }) => getOwn(person.merchantId, params.id)),
    route(calls.cancelWithdrawal, async ({ person, params, source }) => {
      await getOwn(person.merchantId, params.id)
      await cancelWithdrawal(deps, person, params.id, source)
      return getOwn(person.merchantId, params.id)
    }),
  ]
}
