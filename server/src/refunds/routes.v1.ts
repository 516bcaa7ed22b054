import * as calls from '@bitquay/contract/v1/refunds'
import { programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { findInvoice } from '../invoices/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { ApiKey } from '../platform/http/person.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { cancelRefund } from './cancel-refund.ts'
import { type KeyRefundOrder, offerRefundByKey } from './offer-refund-by-key.ts'
import { getRefund, listRefunds } from './queries.ts'

export const refunds = (deps: Deps): Route[] => {
  const offer = (apiKey: ApiKey, wanted: Omit<KeyRefundOrder, 'limitAppliesTo'>) =>
    offerRefundByKey(deps, apiKey, { ...wanted, limitAppliesTo: 'offer' })
  return [
    keyedRoute(calls.createRefund, ({ apiKey, params, body, source, idempotencyKey }) => {
      const kind = body.amount === undefined ? 'everything' : 'partial'
      return offer(apiKey, { ...params, ...body, kind, source, idempotencyKey })
    }),
    keyedRoute(calls.refundInvoice, ({ apiKey, params, body, source, idempotencyKey }) =>
      offer(apiKey, { ...params, ...body, source, idempotencyKey }),
    ),
    route(calls.listRefunds, async ({ apiKey, query, nextCursor }) => {
      const { invoiceId } = query
      if (invoiceId !== undefined && !(await findInvoice(deps.db, apiKey.merchantId, invoiceId))) {
        throw new ApiError('not-found')
      }
      const { page, next } = await listRefunds(deps.db, apiKey.merchantId, query)
      nextCursor(next)
      return page
    }),
    route(calls.getRefund, ({ apiKey, params }) => getRefund(deps.db, apiKey.merchantId, params.id)),
    route(calls.cancelRefund, ({ apiKey, params, source }) => cancelRefund(deps, programOf(apiKey), params.id, source)),
  ]
}
