import * as calls from '@bitquay/contract/v1/payment-links'
import type { Deps } from '../../deps.ts'
import { changePaymentLink } from '../../flows/payment-links/change-payment-link.ts'
import { createPaymentLink } from '../../flows/payment-links/create-payment-link.ts'
import { getPaymentLink } from '../../flows/payment-links/get-payment-link.ts'
import { programOf } from '../../modules/act-log/record-act.ts'
import { keyedRoute, type Route, route } from '../../platform/http/route.ts'
import { listPaymentLinks } from '../../views/payment-links.ts'
import { nameOfKey } from './name-of-key.ts'

export const paymentLinks = (deps: Deps): Route[] => {
  const { db, config } = deps
  return [
    keyedRoute(calls.createPaymentLink, ({ apiKey, body, idempotencyKey }) =>
      createPaymentLink(deps, programOf(apiKey), body, { createdBy: nameOfKey(apiKey), idempotencyKey }),
    ),
    route(calls.listPaymentLinks, async ({ apiKey, query: { limit, cursor, search }, nextCursor }) => {
      const filter = { limit, cursor, search }
      const { links, next } = await listPaymentLinks(db, apiKey.merchantId, filter, config.publicUrl)
      nextCursor(next)
      return links
    }),
    route(calls.getPaymentLink, ({ apiKey, params }) =>
      getPaymentLink(db, apiKey.merchantId, params.id, config.publicUrl),
    ),
    route(calls.changePaymentLink, ({ apiKey, params, body }) =>
      changePaymentLink(deps, programOf(apiKey), params.id, body),
    ),
  ]
}
