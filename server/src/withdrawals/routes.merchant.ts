import type { Withdrawal } from '@bitquay/contract/withdrawals'
import * as calls from '@bitquay/contract/withdrawals'
import { authorizeByTotp } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { accepted, keyedRoute, type Route, route } from '../platform/http/route.ts'
import { findSigningRequest } from '../sends/index.ts'
import { findWithdrawal } from './queries.ts'
import { quoteWithdrawal } from './quote-withdrawal.ts'
import { cancelWithdrawal, withdraw } from './withdraw.ts'

const answer = (withdrawal: Withdrawal, psbt: string | null | undefined) => {
  const { status, txid, problem } = withdrawal
  if (status === 'failed' || status === 'cancelled') {
    throw new ApiError('withdrawal-ended', { message: problem ?? undefined })
  }
  return status === 'broadcast' || status === 'confirmed'
    ? { txid, status, withdrawal }
    : accepted({ txid: null, status: 'processing' as const, withdrawal, ...(psbt ? { psbt } : {}) })
}

const getWithdrawal = async ({ db }: Deps, merchantId: number, id: number) => {
  const own = await findWithdrawal(db, merchantId, id)
  if (!own) throw new ApiError('not-found')
  return own
}

/** What a request that sends money is told: the transaction, or that it's being processed. */
export const answerWithdrawal = async (deps: Deps, merchantId: number, id: number) =>
  answer(await getWithdrawal(deps, merchantId, id), (await findSigningRequest(deps.db, merchantId, id))?.psbt)

export const withdrawalRoutes = (deps: Deps): Route[] => {
  const getOwn = (merchantId: number, id: number) => getWithdrawal(deps, merchantId, id)
  return [
    route(calls.quoteWithdrawal, ({ person, body }) => quoteWithdrawal(deps, person.merchantId, body)),
    keyedRoute(calls.withdraw, async ({ person, body, source, idempotencyKey }) => {
      const { twoFactorToken, ...form } = body
      const send = await withdraw(deps, {
        merchantId: person.merchantId,
        form,
        idempotencyKey,
        requestedBy: person.email,
        by: { actor: person, source },
        authorize: authorizeByTotp(deps, person, twoFactorToken, source),
      })
      return answerWithdrawal(deps, person.merchantId, send.id)
    }),
    route(calls.getWithdrawal, ({ person, params }) => getOwn(person.merchantId, params.id)),
    route(calls.cancelWithdrawal, async ({ person, params, source }) => {
      await getOwn(person.merchantId, params.id)
      await cancelWithdrawal(deps, person, params.id, source)
      return getOwn(person.merchantId, params.id)
    }),
  ]
}
