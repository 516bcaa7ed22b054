import type { Invoice } from '@bitquay/contract/invoices'
import * as calls from '@bitquay/contract/v1/invoices'
import { programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { changeMetadata } from './change-metadata.ts'
import { cancelInvoice } from './close-invoice.ts'
import { createInvoice } from './create-invoice.ts'
import { listInvoices } from './list.ts'
import { markInvoice } from './mark-invoice.ts'
import { pickOptions } from './options.ts'
import { presentCreatedInvoice, presentInvoice, presentPayment } from './present-invoice.ts'
import { readCountedPayments } from './queries.counted.ts'
import { findInvoice, listInvoicePayments, listPaymentsOfMany } from './queries.ts'

export const invoices = (deps: Deps): Route[] => {
  const { db, config } = deps
  const neighbors = deps.invoiceNeighbors.refunds
  const getOwn = async (merchantId: number, invoiceId: string) => {
    const row = await findInvoice(db, merchantId, invoiceId)
    if (!row) throw new ApiError('not-found')
    return row
  }
  const expandInvoices = async (merchantId: number, shown: Invoice[], expand: readonly string[]) => {
    const ids = shown.map(({ invoiceId }) => invoiceId)
    const payments = expand.includes('payments') && ids.length > 0 ? await listPaymentsOfMany(db, merchantId, ids) : []
    const counted = await readCountedPayments(db, payments)
    const refunds = expand.includes('refunds') && ids.length > 0 ? await neighbors.ofMany(db, merchantId, ids) : []
    return shown.map((invoice) => ({
      ...invoice,
      ...(expand.includes('payments')
        ? {
            payments: payments
              .filter((payment) => payment.invoiceId === invoice.invoiceId)
              .map((payment) => presentPayment(payment, counted.get(payment.id))),
          }
        : {}),
      ...(expand.includes('refunds')
        ? { refunds: refunds.filter((refund) => refund.invoiceId === invoice.invoiceId) }
        : {}),
    }))
  }
  return [
    keyedRoute(calls.createInvoice, async ({ apiKey, body, idempotencyKey, joinAnswer }) => {
      const row = await createInvoice(deps, {
        merchantId: apiKey.merchantId,
        amount: body.amount,
        currency: body.currency,
        description: body.description || undefined,
        customerEmail: body.customerEmail,
        customerName: body.customerName || undefined,
        ...pickOptions(body),
        dueDate: body.dueDate,
        createdBy: `api-key:${apiKey.id}`,
        idempotencyKey,
        joinAnswer: joinAnswer && ((created) => joinAnswer(presentCreatedInvoice(created, config.publicUrl))),
      })
      return presentCreatedInvoice(row, config.publicUrl)
    }),
    route(calls.listInvoices, async ({ apiKey, query: { limit, cursor, expand = [], ...filter }, nextCursor }) => {
      const { rows, next } = await listInvoices(deps, apiKey.merchantId, filter, { limit, cursor })
      nextCursor(next)
      const shown = rows.map((row) => presentInvoice(row, config.publicUrl))
      return expandInvoices(apiKey.merchantId, shown, expand)
    }),
    route(calls.changeInvoice, async ({ apiKey, params, body }) => {
      await changeMetadata(deps, apiKey.merchantId, params.invoiceId, body.metadata)
      return presentInvoice(await getOwn(apiKey.merchantId, params.invoiceId), config.publicUrl)
    }),
    route(calls.getInvoice, async ({ apiKey, params }) => {
      const row = await getOwn(apiKey.merchantId, params.invoiceId)
      const payments = await listInvoicePayments(db, params.invoiceId)
      const counted = await readCountedPayments(db, payments)
      return {
        ...presentCreatedInvoice(row, config.publicUrl),
        payments: payments.map((payment) => presentPayment(payment, counted.get(payment.id))),
        ...(await neighbors.of(db, apiKey.merchantId, params.invoiceId)),
      }
    }),
    route(calls.markInvoice, async ({ apiKey, params, body }) => {
      await getOwn(apiKey.merchantId, params.invoiceId)
      await markInvoice(deps, programOf(apiKey), params.invoiceId, body.status)
      return presentInvoice(await getOwn(apiKey.merchantId, params.invoiceId), config.publicUrl)
    }),
    route(calls.cancelInvoice, async ({ apiKey, params }) => {
      await cancelInvoice(deps, programOf(apiKey), params.invoiceId)
      return presentInvoice(await getOwn(apiKey.merchantId, params.invoiceId), config.publicUrl)
    }),
  ]
}
