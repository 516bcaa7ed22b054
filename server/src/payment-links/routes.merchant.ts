import * as calls from '@bitquay/contract/payment-links'
import type { Deps } from '../deps.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { listRoutes } from '../platform/lists/list-routes.ts'
import { links } from './list.ts'
import { changePaymentLink, createPaymentLink } from './save-payment-link.ts'

export const paymentLinkRoutes = (deps: Deps): Route[] => [
  keyedRoute(calls.createPaymentLink, ({ person, body, idempotencyKey }) =>
    createPaymentLink(deps, person, body, { createdBy: person.email, idempotencyKey }),
  ),
  ...listRoutes(deps.db, links, ({ person: { merchantId } }) => ({ merchantId, publicUrl: deps.config.publicUrl })),
  route(calls.changePaymentLink, ({ person, params, body }) => changePaymentLink(deps, person, params.id, body)),
]
