import * as calls from '@bitquay/contract/withdrawals'
import { authorizeByTotp } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { keyedRoute, type Route } from '../platform/http/route.ts'
import { answerWithdrawal } from './routes.merchant.ts'
import { sendFormerWallet } from './send-former-wallet.ts'

/** The wallet from before a move to another payment server. */
export const formerWalletRoutes = (deps: Deps): Route[] => [
  keyedRoute(calls.sendFormerWallet, async ({ person, params, body, source, idempotencyKey }) => {
    const { merchantId } = person
    const send = await sendFormerWallet(deps, {
      merchantId,
      formerRef: params.id,
      idempotencyKey,
      actor: person,
      source,
      authorize: authorizeByTotp(deps, person, body.twoFactorToken, source),
    })
    return answerWithdrawal(deps, merchantId, send.id)
  }),
]
