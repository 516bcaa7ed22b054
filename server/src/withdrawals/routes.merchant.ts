import type { Withdrawal } from '@bitquay/contract/withdrawals'
import * as calls from '@bitquay/contract/withdrawals'
import { authorizeByTotp } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { accepted, keyedRoute, type Route, route } from '../platform/http/route.ts'
import { findWithdrawal } from './queries.ts'
import { quoteWithdrawal } from './quote-withdrawal.ts'
import { sendFormerWallet } from './send-former-wallet.ts'
import { cancelWithdrawal, withdraw } from './withdraw.ts'

const answer = (withdrawal: Withdrawal) => {
  const { status, txid, problem } = withdrawal
  if (status === 'failed' || status === 'cancelled') {
    throw new ApiError('withdrawal-ended', { message: problem ?? undefined })
  }
  return status === 'broadcast' || status === 'confirmed'
    ? { txid, status, withdrawal }
    : accepted({ txid: null, status: 'processing' as const, withdrawal })
}

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
      return answer(await getOwn(person.merchantId, send.id))
    }),
    keyedRoute(calls.sendFormerWallet, async ({ person, params, body, source, idempotencyKey }) => {
      const { merchantId } = person
      const send = await sendFormerWallet(deps, {
        merchantId,
        formerRef: params.id,
        idempotencyKey,
        actor: person,
        source,
        authorise: authorizeByTotp(deps, person, body.twoFactorToken, source),
      })
      return answer(await getOwn(merchantId, send.id))
    }),
    route(calls.getWithdrawal, ({ person, params }) => getOwn(person.merchantId, params.id)),
    route(calls.cancelWithdrawal, async ({ person, params, source }) => {
      await getOwn(person.merchantId, params.id)
      await cancelWithdrawal(deps, person, params.id, source)
      return getOwn(person.merchantId, params.id)
    }),
  ]
}
