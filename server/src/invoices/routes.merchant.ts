import * as lists from '@bitquay/contract/invoices'
import * as calls from '@bitquay/contract/invoices'
import type { Deps } from '../deps.ts'
import { getMerchant } from '../people/index.ts'
import type { RowPage } from '../platform/db/sorted-rows.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { exportBatch, rowsOf, sendCsv } from '../platform/http/csv.ts'
import { sendPdf } from '../platform/http/pdf.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { cancelInvoice } from './close-invoice.ts'
import { createInvoice } from './create-invoice.ts'
import { invoiceColumns } from './csv-export.ts'
import { resendInvoice } from './email-invoice.ts'
import { markInvoice } from './mark-invoice.ts'
import { pickOptions } from './options.ts'
import { presentCreatedInvoice, presentInvoice, presentListedInvoice } from './present-invoice.ts'
import { readInvoiceDetails } from './queries.details.ts'
import type { InvoiceQuery } from './queries.list.ts'
import { findShownInvoice, listShownInvoices } from './queries.shown.ts'
import { resolveInvoice } from './resolve-invoice.ts'
import { describeQuery, describeTotals, groupInvoices, statementColumns } from './statement.ts'
import { summarizeInvoices } from './summarize-invoices.ts'

export const invoiceRoutes = (deps: Deps): Route[] => {
  const { db, config, invoiceNeighbors } = deps
  const getOwn = async (merchantId: number, invoiceId: string) => {
    const row = await findShownInvoice(deps, merchantId, invoiceId)
    if (!row) throw new ApiError('not-found')
    return row
  }
  const list = async (merchantId: number, query: InvoiceQuery, page: RowPage) => {
    const { rows, next } = await listShownInvoices(deps, merchantId, query, page)
    return { rows: rows.map((row) => presentListedInvoice(row, config.publicUrl)), next }
  }
  const listAll = (merchantId: number, query: InvoiceQuery) =>
    rowsOf((cursor) => list(merchantId, query, { limit: exportBatch, cursor }))
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
    route(lists.listInvoices, async ({ person, query: { limit, cursor, ...filter }, nextCursor }) => {
      const { rows, next } = await list(person.merchantId, filter, { limit, cursor })
      nextCursor(next)
      return rows
    }),
    route(lists.exportInvoices, async ({ person, query, raw }) => {
      const rows = listAll(person.merchantId, query)
      sendCsv(raw.reply, { name: 'bitquay-invoices', columns: invoiceColumns(query.tz), rows })
    }),
    route(lists.printInvoices, async ({ person: { merchantId }, query, raw }) => {
      const { sort: _sort, ...filter } = query
      const { storeName } = await getMerchant(db, merchantId)
      await sendPdf(raw.reply, {
        name: 'bitquay-invoices',
        title: 'Invoices',
        subtitle: [storeName, ...describeQuery(query)],
        columns: statementColumns(query),
        ...groupInvoices(listAll(merchantId, query), query),
        totals: describeTotals(await summarizeInvoices(deps, merchantId, filter)),
      })
    }),
    route(lists.summarizeInvoices, ({ person, query }) => summarizeInvoices(deps, person.merchantId, query)),
    route(calls.getInvoice, async ({ person, params }) => {
      const row = await getOwn(person.merchantId, params.invoiceId)
      const [details, refunds] = await Promise.all([
        readInvoiceDetails(db, row),
        invoiceNeighbors.refunds.of(db, person.merchantId, params.invoiceId),
      ])
      return { ...presentListedInvoice(row, config.publicUrl), ...details, ...refunds }
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
