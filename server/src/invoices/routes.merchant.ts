import * as calls from '@bitquay/contract/invoices'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { listRoutes } from '../platform/lists/list-routes.ts'
import { cancelInvoice } from './close-invoice.ts'
import { createInvoice } from './create-invoice.ts'
import { resendInvoice } from './email-invoice.ts'
import { invoices } from './list.ts'
import { markInvoice } from './mark-invoice.ts'
import { pickOptions } from './options.ts'
import { presentCreatedInvoice, presentInvoice, presentListedInvoice } from './present-invoice.ts'
import { readInvoiceDetails } from './queries.details.ts'
import { findShownInvoice } from './queries.shown.ts'
import { resolveInvoice } from './resolve-invoice.ts'

export const invoiceRoutes = (deps: Deps): Route[] => {
  const { db, config, invoiceNeighbors } = deps
  const getOwn = async (merchantId: number, invoiceId: string) => {
    const row = await findShownInvoice(deps, merchantId, invoiceId)
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
        customerName: body.buyerName,
        ...pickOptions(body),
        dueDate: body.dueDate,
        createdBy: `${person.kind}:${person.id}`,
        idempotencyKey,
      })
      return presentCreatedInvoice(row, config.publicUrl)
    }),
    ...listRoutes(db, invoices, ({ person: { merchantId } }) => ({
      merchantId,
      invoiceNeighbors,
      publicUrl: config.publicUrl,
    })),
    route(calls.getInvoice, async ({ person, params }) => {
      const row = await getOwn(person.merchantId, params.invoiceId)
      const [details, refunds, sale] = await Promise.all([
        readInvoiceDetails(db, row),
        invoiceNeighbors.refunds.of(db, person.merchantId, params.invoiceId),
        row.creator?.type === 'till' ? invoiceNeighbors.sales.of(db, params.invoiceId) : null,
      ])
      return { ...presentListedInvoice(row, config.publicUrl), ...details, ...refunds, sale }
    }),
    route(calls.resolveInvoice, async ({ person, params, source }) => {
      await getOwn(person.merchantId, params.invoiceId)
      await resolveInvoice(deps, person, params.invoiceId, source)
      return presentListedInvoice(await getOwn(person.merchantId, params.invoiceId), config.publicUrl)
    }),
    route(calls.cancelInvoice, async ({ person, params, source }) => {
      await cancelInvoice(deps, person, params.invoiceId, source)
      return presentInvoice(await getOwn(person.merchantId, params.invoiceId), config.publicUrl)
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
