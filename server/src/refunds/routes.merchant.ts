import {
  approveRefund as approveCall,
  callOffRefund as callOffCall,
  createRefund,
  offerRefund as offerCall,
} from '@bitquay/contract/refunds'
import { authorizeByTotp } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import { keyedRoute, type Route, route, type Source } from '../platform/http/route.ts'
import { approveRefund } from './approve-refund.ts'
import { cancelRefund } from './cancel-refund.ts'
import { offerRefund, type RefundOrder } from './offer-refund.ts'

type Wanted = Pick<RefundOrder, 'invoiceId' | 'kind' | 'amount' | 'currency' | 'reason' | 'idempotencyKey'>

export const refundRoutes = (deps: Deps): Route[] => {
  const offer = async (person: MerchantPerson, source: Source, code: string | undefined, wanted: Wanted) => {
    const { refund, claimLink, emailed } = await offerRefund(deps, {
      ...wanted,
      merchantId: person.merchantId,
      actor: person,
      offeredBy: person.email,
      source,
      authorize: authorizeByTotp(deps, person, code, source),
    })
    return { ...refund, claimLink, emailed }
  }
  return [
    keyedRoute(createRefund, ({ person, params, body, source, idempotencyKey }) => {
      const { twoFactorToken, ...wanted } = body
      const kind = wanted.amount === undefined ? 'everything' : 'partial'
      return offer(person, source, twoFactorToken, { ...params, ...wanted, kind, idempotencyKey })
    }),
    keyedRoute(offerCall, ({ person, params, body, source, idempotencyKey }) => {
      const { twoFactorToken, ...wanted } = body
      return offer(person, source, twoFactorToken, { ...params, ...wanted, idempotencyKey })
    }),
    route(approveCall, ({ person, params, body, source }) =>
      approveRefund(deps, person, params.id, body.twoFactorToken, source),
    ),
    route(callOffCall, ({ person, params, source }) => cancelRefund(deps, person, params.id, source)),
  ]
}
