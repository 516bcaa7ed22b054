import * as calls from '@bitquay/contract/v1/payment-links'
import { nameOfKey, programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { getPaymentLink, listPaymentLinks } from './queries.ts'
import { changePaymentLink, createPaymentLink } from './save-payment-link.ts'

export const paymentLinks = (deps: Deps): Route[] => {
  const { db, config } = deps
  return [
    keyedRoute(calls.createPaymentLink, ({ apiKey, body, idempotencyKey }) =>
      createPaymentLink(deps, programOf(apiKey), body, { createdBy: nameOfKey(apiKey), idempotencyKey }),
    ),
    route(calls.listPaymentLinks, async ({ apiKey, query: { limit, cursor, ...filter }, nextCursor }) => {
      const { rows, next } = await listPaymentLinks(db, apiKey.merchantId, filter, { limit, cursor }, config.publicUrl)
      nextCursor(next)
      return rows
    }),
    route(calls.getPaymentLink, ({ apiKey, params }) =>
      getPaymentLink(db, apiKey.merchantId, params.id, config.publicUrl),
    ),
    route(calls.changePaymentLink, ({ apiKey, params, body }) =>
      changePaymentLink(deps, programOf(apiKey), params.id, body),
    ),
  ]
}
