import * as calls from '@bitquay/contract/v1/payment-links'
import { nameOfKey, programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { links } from './list.ts'
import { getPaymentLink } from './queries.ts'
import { changePaymentLink, createPaymentLink } from './save-payment-link.ts'

export const paymentLinks = (deps: Deps): Route[] => {
  const { db, config } = deps
  return [
    keyedRoute(calls.createPaymentLink, ({ apiKey, body, idempotencyKey }) =>
      createPaymentLink(deps, programOf(apiKey), body, { createdBy: nameOfKey(apiKey), idempotencyKey }),
    ),
    route(calls.listPaymentLinks, async ({ apiKey, query: { limit, cursor, ...filter }, nextCursor }) => {
      const owner = { merchantId: apiKey.merchantId, publicUrl: config.publicUrl }
      const { rows, next } = await links.show(db, owner, filter, { limit, cursor })
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
