import * as calls from '@bitquay/contract/v1/invoices'
import { programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { createInvoice } from './create-invoice.ts'
import { markInvoice } from './mark-invoice.ts'
import { presentCreatedInvoice, presentInvoice, presentPayment } from './present-invoice.ts'
import { listInvoices } from './queries.list.ts'
import { findInvoice, listInvoicePayments, type RefundsOf } from './queries.ts'

export const invoices = (deps: Deps, refundsOf: RefundsOf): Route[] => {
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
    route(calls.listInvoices, async ({ apiKey, query: { limit, cursor, ...filter }, nextCursor }) => {
      const { rows, next } = await listInvoices(db, apiKey.merchantId, filter, { limit, cursor })
      nextCursor(next)
      return rows.map((row) => presentInvoice(row, config.publicUrl))
    }),
    route(calls.getInvoice, async ({ apiKey, params }) => ({
      ...presentCreatedInvoice(await getOwn(apiKey.merchantId, params.invoiceId), config.publicUrl),
      payments: (await listInvoicePayments(db, params.invoiceId)).map(presentPayment),
      ...(await refundsOf(db, apiKey.merchantId, params.invoiceId)),
    })),
    route(calls.markInvoice, async ({ apiKey, params, body }) => {
      await getOwn(apiKey.merchantId, params.invoiceId)
      await markInvoice(deps, programOf(apiKey), params.invoiceId, body.status)
      return presentInvoice(await getOwn(apiKey.merchantId, params.invoiceId), config.publicUrl)
    }),
  ]
}
