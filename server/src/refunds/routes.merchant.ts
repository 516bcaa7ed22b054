import { callOffRefund as callOffCall, offerRefund as offerCall } from '@bitquay/contract/refunds'
import { authorizeByTotp } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { cancelRefund } from './cancel-refund.ts'
import { offerRefund } from './offer-refund.ts'

export const refundRoutes = (deps: Deps): Route[] => [
  keyedRoute(offerCall, async ({ person, params, body, source, idempotencyKey }) => {
    const { refund, claimLink, emailed } = await offerRefund(deps, {
      merchantId: person.merchantId,
      storeName: person.storeName,
      invoiceId: params.invoiceId,
      kind: body.kind,
      actor: person,
      offeredBy: person.email,
      source,
      idempotencyKey,
      authorise: authorizeByTotp(deps, person, body.twoFactorToken, source),
    })
    return { ...refund, claimLink, emailed }
  }),
  route(callOffCall, ({ person, params, source }) => cancelRefund(deps, person, params.id, source)),
]
