import * as calls from '@bitquay/contract/payment-links'
import type { Deps } from '../deps.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { listPaymentLinks } from './queries.ts'
import { changePaymentLink, createPaymentLink } from './save-payment-link.ts'

export const paymentLinkRoutes = (deps: Deps): Route[] => [
  keyedRoute(calls.createPaymentLink, ({ person, body, idempotencyKey }) =>
    createPaymentLink(deps, person, body, { createdBy: person.email, idempotencyKey }),
  ),
  route(calls.listPaymentLinks, async ({ person, query: { limit, cursor, search }, nextCursor }) => {
    const filter = { limit, cursor, search }
    const { links, next } = await listPaymentLinks(deps.db, person.merchantId, filter, deps.config.publicUrl)
    nextCursor(next)
    return links
  }),
  route(calls.changePaymentLink, ({ person, params, body }) => changePaymentLink(deps, person, params.id, body)),
]
