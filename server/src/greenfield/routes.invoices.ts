import { z } from 'zod'
import { programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import {
  createInvoice,
  findInvoice,
  listInvoicePayments,
  markArchived,
  markInvoice,
  pluginOf,
  replaceMetadata,
} from '../invoices/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { listGreenfieldInvoices, presentGreenfieldInvoice, presentGreenfieldMethods } from './queries.ts'
import { metadata, namingFields, read, readNewInvoice } from './read-new-invoice.ts'
import {
  countOf,
  GreenfieldError,
  GreenfieldInvalid,
  type GreenfieldRequest,
  type GreenfieldRoute,
  listOf,
} from './route.ts'

const most = 100
export const invoiceRoutes = (deps: Deps): GreenfieldRoute[] => {
  const { db, config } = deps
  const getOwn = async ({ apiKey, params }: GreenfieldRequest) => {
    const row = await findInvoice(db, apiKey.merchantId, params.invoiceId ?? '')
    if (!row) throw new GreenfieldError(404, 'invoice-not-found', 'The invoice was not found')
    return row
  }
  const show = async (request: GreenfieldRequest) =>
    presentGreenfieldInvoice(await getOwn(request), request.storeId, config.publicUrl)

  return [
    {
      method: 'POST',
      path: '/api/v1/stores/:storeId/invoices',
      permission: 'btcpay.store.cancreateinvoice',
      answer: async ({ apiKey, storeId, body, idempotencyKey }) => {
        const { amount, currency, metadata: notes, ...wanted } = readNewInvoice(body)
        const row = await namingFields(() =>
          createInvoice(deps, {
            merchantId: apiKey.merchantId,
            amount,
            currency,
            description: textOf(notes.itemDesc, 500),
            customerEmail: z.email().safeParse(notes.buyerEmail).data,
            customerName: textOf(notes.buyerName, 120),
            metadata: notes,
            ...wanted,
            createdBy: pluginOf(apiKey.id),
            idempotencyKey,
          }),
        )
        return presentGreenfieldInvoice(row, storeId, config.publicUrl)
      },
    },
    {
      method: 'GET',
      path: '/api/v1/stores/:storeId/invoices',
      permission: 'btcpay.store.canviewinvoices',
      answer: async ({ apiKey, storeId, query }) => {
        const rows = await listGreenfieldInvoices(db, apiKey.merchantId, {
          orderIds: [...listOf(query.orderId), ...listOf(query['orderId[]'])],
          statuses: [...listOf(query.status), ...listOf(query['status[]'])].map((status) => status.toLowerCase()),
          from: dateOf(query.startDate, 'startDate'),
          to: dateOf(query.endDate, 'endDate'),
          search: listOf(query.textSearch)[0],
          includeArchived: listOf(query.includeArchived)[0]?.toLowerCase() === 'true',
          skip: countOf(query.skip, 0),
          take: Math.min(most, countOf(query.take, most)),
        })
        return rows.map((row) => presentGreenfieldInvoice(row, storeId, config.publicUrl))
      },
    },
    {
      method: 'GET',
      path: '/api/v1/stores/:storeId/invoices/:invoiceId',
      permission: 'btcpay.store.canviewinvoices',
      answer: show,
    },
    {
      method: 'PUT',
      path: '/api/v1/stores/:storeId/invoices/:invoiceId',
      permission: 'btcpay.store.canmodifyinvoices',
      answer: async (request) => {
        const { metadata: notes } = read(z.looseObject({ metadata }), request.body)
        const { id } = await getOwn(request)
        await inTransaction(db, (tx) => replaceMetadata(tx, id, notes))
        return show(request)
      },
    },
    {
      method: 'DELETE',
      path: '/api/v1/stores/:storeId/invoices/:invoiceId',
      permission: 'btcpay.store.canmodifyinvoices',
      answer: async (request) => {
        const { id } = await getOwn(request)
        await inTransaction(db, (tx) => markArchived(tx, id, true))
        return undefined
      },
    },
    {
      method: 'POST',
      path: '/api/v1/stores/:storeId/invoices/:invoiceId/unarchive',
      permission: 'btcpay.store.canmodifyinvoices',
      answer: async (request) => {
        const { id, archivedAt } = await getOwn(request)
        if (archivedAt === null) {
          throw new GreenfieldError(400, 'already-unarchived', 'Invoice is already unarchived')
        }
        await inTransaction(db, (tx) => markArchived(tx, id, false))
        return show(request)
      },
    },
    {
      method: 'GET',
      path: '/api/v1/stores/:storeId/invoices/:invoiceId/payment-methods',
      permission: 'btcpay.store.canviewinvoices',
      answer: async (request) => {
        const row = await getOwn(request)
        return presentGreenfieldMethods(row, await listInvoicePayments(db, row.invoiceId ?? ''))
      },
    },
    {
      method: 'POST',
      path: '/api/v1/stores/:storeId/invoices/:invoiceId/status',
      permission: 'btcpay.store.canmodifyinvoices',
      answer: async (request) => {
        const { status } = read(
          z.looseObject({ status: z.enum(['Settled', 'Invalid'], 'Status invalid') }),
          request.body,
        )
        const row = await getOwn(request)
        const wanted = status === 'Settled' ? ('settled' as const) : ('invalid' as const)
        await markInvoice(deps, programOf(request.apiKey), row.invoiceId ?? '', wanted)
        return show(request)
      },
    },
  ]
}

const textOf = (value: unknown, most: number) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, most) : undefined

const dateOf = (value: string | string[] | undefined, path: string): Date | undefined => {
  const text = listOf(value)[0]
  if (text === undefined) return undefined
  if (!/^\d{1,10}$/.test(text)) throw new GreenfieldInvalid([{ path, message: `The value '${text}' is not valid.` }])
  return new Date(Number(text) * 1000)
}
