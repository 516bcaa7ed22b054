import * as calls from '@bitquay/contract/v1/invoices'
import { requireOpenForKey } from '../accounts/require-withdrawals-open.ts'
import { nameOfKey, programOf } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { getMerchantSettings } from '../merchants/table.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { offerRefund } from '../refunds/offer-refund.ts'
import { listRefunds, presentRefundable, readRefundable } from '../refunds/queries.ts'
import { createInvoice } from './create-invoice.ts'
import { markInvoice } from './mark-invoice.ts'
import { presentCreatedInvoice, presentInvoice, presentPayment } from './present-invoice.ts'
import { findInvoice, listInvoicePayments, listInvoices } from './queries.ts'

export const invoices = (deps: Deps): Route[] => {
  const { db, config } = deps
  const getOwn = async (merchantId: number, invoiceId: string) => {
    const row = await findInvoice(db, merchantId, invoiceId)
    if (!row) throw new ApiError('not-found')
    return row
  }
  return [
    keyedRoute(calls.createInvoice, async ({ apiKey, body, idempotencyKey }) => {
      const row = await createInvoice(deps, {
        merchantId: apiKey.merchantId,
        amount: body.amount,
        currency: body.currency,
        description: body.description || undefined,
        customerEmail: body.customerEmail,
        customerName: body.customerName || undefined,
        metadata: body.metadata,
        redirectUrl: body.redirectUrl,
        createdBy: `api-key:${apiKey.id}`,
        idempotencyKey,
      })
      return presentCreatedInvoice(row, config.publicUrl)
    }),
    route(calls.listInvoices, async ({ apiKey, query: { limit, cursor, status, search }, nextCursor }) => {
      const { page, next } = await listInvoices(db, apiKey.merchantId, { limit, cursor, status, search })
      nextCursor(next)
      return page.map((row) => presentInvoice(row, config.publicUrl))
    }),
    route(calls.getInvoice, async ({ apiKey, params }) => ({
      ...presentCreatedInvoice(await getOwn(apiKey.merchantId, params.invoiceId), config.publicUrl),
      payments: (await listInvoicePayments(db, params.invoiceId)).map(presentPayment),
      refunds: await listRefunds(db, apiKey.merchantId, params.invoiceId),
      refundable: presentRefundable(await readRefundable(db, params.invoiceId)),
    })),
    keyedRoute(calls.refundInvoice, async ({ apiKey, params, body, source, idempotencyKey }) => {
      await getOwn(apiKey.merchantId, params.invoiceId)
      const { storeName } = await getMerchantSettings(db, apiKey.merchantId)
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
          await requireOpenForKey(tx, deps, apiKey)
          return undefined
        },
      })
      // Whoever stole the key must not be able to claim the money: the link goes to the customer only.
      return refund
    }),
    route(calls.markInvoice, async ({ apiKey, params, body }) => {
      await getOwn(apiKey.merchantId, params.invoiceId)
      await markInvoice(deps, programOf(apiKey), params.invoiceId, body.status)
      return presentInvoice(await getOwn(apiKey.merchantId, params.invoiceId), config.publicUrl)
    }),
  ]
}
