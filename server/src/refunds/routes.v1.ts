import * as calls from '@bitquay/contract/v1/refunds'
import { requireWithdrawalsOpenForKey } from '../api-keys/index.ts'
import { nameOfKey, programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { findInvoice } from '../invoices/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { ApiKey } from '../platform/http/person.ts'
import { keyedRoute, type Route, route, type Source } from '../platform/http/route.ts'
import { cancelRefund } from './cancel-refund.ts'
import { offerRefund, type RefundOrder } from './offer-refund.ts'
import { getRefund, listRefunds } from './queries.ts'

type Wanted = Pick<RefundOrder, 'invoiceId' | 'kind' | 'amount' | 'currency' | 'reason' | 'idempotencyKey'>

export const refunds = (deps: Deps): Route[] => {
  const offer = async (apiKey: ApiKey, source: Source, wanted: Wanted) => {
    const { refund } = await offerRefund(deps, {
      ...wanted,
      merchantId: apiKey.merchantId,
      actor: programOf(apiKey),
      offeredBy: nameOfKey(apiKey),
      apiKeyId: apiKey.id,
      source,
      // A person proved a second factor when the key got its scope.
      authorize: async (tx) => {
        await requireWithdrawalsOpenForKey(tx, deps, apiKey)
        return undefined
      },
    })
    // A thief of the key must not be able to claim the money, so the link goes only to the customer.
    return refund
  }
  return [
    keyedRoute(calls.createRefund, ({ apiKey, params, body, source, idempotencyKey }) => {
      const kind = body.amount === undefined ? 'everything' : 'partial'
      return offer(apiKey, source, { ...params, ...body, kind, idempotencyKey })
    }),
    keyedRoute(calls.refundInvoice, ({ apiKey, params, body, source, idempotencyKey }) =>
      offer(apiKey, source, { ...params, ...body, idempotencyKey }),
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
