import * as calls from '@bitquay/contract/v1/invoices'
import { requireWithdrawalsOpenForKey } from '../accounts/index.ts'
import { nameOfKey, programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { findInvoice } from '../invoices/index.ts'
import { getMerchantSettings } from '../merchants/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { cancelRefund } from './cancel-refund.ts'
import { offerRefund } from './offer-refund.ts'
import { getRefund } from './queries.ts'

export const refunds = (deps: Deps): Route[] => [
  keyedRoute(calls.refundInvoice, async ({ apiKey, params, body, source, idempotencyKey }) => {
    if (!(await findInvoice(deps.db, apiKey.merchantId, params.invoiceId))) throw new ApiError('not-found')
    const { storeName } = await getMerchantSettings(deps.db, apiKey.merchantId)
    const { refund } = await offerRefund(deps, {
      merchantId: apiKey.merchantId,
      storeName,
      invoiceId: params.invoiceId,
      kind: body.kind,
      actor: programOf(apiKey),
      offeredBy: nameOfKey(apiKey),
      apiKeyId: apiKey.id,
      source,
      idempotencyKey,
      // A person proved a second factor when the key got its scope.
      authorise: async (tx) => {
        await requireWithdrawalsOpenForKey(tx, deps, apiKey)
        return undefined
      },
    })
    // A thief of the key must not be able to claim the money, so the link goes only to the customer.
    return refund
  }),
  route(calls.getRefund, async ({ apiKey, params }) => {
    const refund = await getRefund(deps.db, apiKey.merchantId, params.id)
    if (!refund) throw new ApiError('not-found')
    return refund
  }),
  route(calls.cancelRefund, ({ apiKey, params, source }) => cancelRefund(deps, programOf(apiKey), params.id, source)),
]
