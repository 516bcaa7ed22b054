import { getPublicLink, usePaymentLink as useCall } from '@bitquay/contract/payment-links'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { findPublicLink } from './queries.ts'
import { usePaymentLink } from './use-payment-link.ts'

export const paymentLinkRoutes = (deps: Deps): Route[] => [
  route(getPublicLink, async ({ params }) => {
    const found = await findPublicLink(deps.db, params.slug)
    if (!found) throw new ApiError('not-found')
    const { id: _, merchantId: __, maxPayments: ___, orders: ____, ...shown } = found
    return shown
  }),
  keyedRoute(useCall, ({ params, body: { amount, name, email }, source, idempotencyKey }) =>
    usePaymentLink(deps, params.slug, { amount, name, email, idempotencyKey }, source),
  ),
]
