import * as calls from '@bitquay/contract/invoices'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { createInvoice } from './create-invoice.ts'
import { resendInvoice } from './email-invoice.ts'
import { markInvoice } from './mark-invoice.ts'
import { presentCreatedInvoice, presentInvoice, presentPayment } from './present-invoice.ts'
import { findInvoice, listInvoicePayments, listInvoices, type RefundsOf } from './queries.ts'

export const invoiceRoutes = (deps: Deps, refundsOf: RefundsOf): Route[] => {
  const { db, config } = deps
  const getOwn = async (merchantId: number, invoiceId: string) => {
    const row = await findInvoice(db, merchantId, invoiceId)
    if (!row) throw new ApiError('not-found')
    return row
  }
  return [
    keyedRoute(calls.createInvoice, async ({ person, body, idempotencyKey }) => {
      const row = await createInvoice(deps, {
        merchantId: person.merchantId,
        amount: body.amount,
        currency: body.currency,
        description: body.description || undefined,
        customerEmail: body.buyerEmail,
        createdBy: `${person.kind}:${person.id}`,
        idempotencyKey,
      })
      return presentCreatedInvoice(row, config.publicUrl)
    }),
    route(calls.listInvoices, async ({ person, query, nextCursor }) => {
      const { page, next } = await listInvoices(db, person.merchantId, {
        limit: query.limit,
        cursor: query.cursor,
        status: query.status,
        search: query.search,
      })
      nextCursor(next)
      return page.map((row) => presentInvoice(row, config.publicUrl))
    }),
    route(calls.getInvoice, async ({ person, params }) => {
      const row = await getOwn(person.merchantId, params.invoiceId)
      const payments = await listInvoicePayments(db, params.invoiceId)
      return {
        ...presentInvoice(row, config.publicUrl),
        payments: payments.map(presentPayment),
        ...(await refundsOf(db, person.merchantId, params.invoiceId)),
        mailedAt: row.mailedAt?.toISOString() ?? null,
      }
    }),
    route(calls.resendInvoice, async ({ person, params, source }) => ({
      sentTo: await resendInvoice(deps, person, params.invoiceId, source),
    })),
    route(calls.markInvoice, async ({ person, params, body }) => {
      await getOwn(person.merchantId, params.invoiceId)
      await markInvoice(deps, person, params.invoiceId, body.status)
      return presentInvoice(await getOwn(person.merchantId, params.invoiceId), config.publicUrl)
    }),
  ]
}
