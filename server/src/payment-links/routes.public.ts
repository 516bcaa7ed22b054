import { getPublicLink, usePaymentLink as useCall } from '@bitquay/contract/payment-links'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { findPublicLink, toPublicLink } from './queries.ts'
import { usePaymentLink } from './use-payment-link.ts'

export const paymentLinkRoutes = (deps: Deps): Route[] => [
  route(getPublicLink, async ({ params }) => {
    const found = await findPublicLink(deps.db, params.slug)
    if (!found) throw new ApiError('not-found')
    return toPublicLink(found)
  }),
  keyedRoute(useCall, ({ params, body: { amount, quantity, tip, name, email, note }, source, idempotencyKey }) =>
    usePaymentLink(deps, params.slug, { amount, quantity, tip, name, email, note, idempotencyKey }, source),
  ),
]
