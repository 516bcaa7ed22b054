import { absentAsUndefined, type Outcome } from '../outcome.ts'
import { type CallOptions, type Send, segment } from '../send.ts'
import {
  type CreateInvoiceRequest,
  type Invoice,
  type InvoiceStatus,
  invoice,
  invoicePaymentMethods,
  invoiceStatus,
  invoices,
  type MarkInvoiceRequest,
} from '../wire/invoices.ts'
import type { JsonObject } from '../wire/primitives.ts'

export type ListInvoicesQuery = {
  skip?: number
  /** Always sent: without it BTCPay returns every invoice that the store ever had. */
  take: number
  orderIds?: readonly [string, ...string[]]
  statuses?: readonly [InvoiceStatus, ...InvoiceStatus[]]
  /** Creation time in Unix seconds. */
  startDate?: number
  endDate?: number
  textSearch?: string
  includeArchived?: boolean
  includePaymentMethods?: boolean
}

/** On the nested routes, which let us check the store. */
export const invoiceCalls = (send: Send) => ({
  /**
   * Not idempotent: after an `unknown`, look for the `orderId` before trying again. BTCPay succeeds as soon as one
   * method works, so compare with `missingPaymentMethods`.
   */
  create: (storeId: string, body: CreateInvoiceRequest, options?: CallOptions) =>
    send({ method: 'POST', path: invoicesPath(storeId), body, answer: invoice, objection: ofStore(storeId) }, options),

  get: (storeId: string, invoiceId: string, query: { includePaymentMethods?: boolean } = {}, options?: CallOptions) =>
    send(getCall(storeId, invoiceId, query), options),

  /**
   * Like `get`, but an invoice that the store doesn't have is `undefined` instead of a refusal. BTCPay returns 403 for
   * it (404 before 2.3.6), as for a key without the permission. A list needs the same permission, so a successful list
   * proves that the invoice is missing.
   */
  find: async (
    storeId: string,
    invoiceId: string,
    query: { includePaymentMethods?: boolean } = {},
    options?: CallOptions,
  ): Promise<Outcome<Invoice | undefined>> => {
    const found = absentAsUndefined(await send(getCall(storeId, invoiceId, query), options), 'invoice-not-found')
    if (found.kind !== 'refused' || found.status !== 403) return found
    const listed = await send(listCall(storeId, { take: 1 }), options)
    if (listed.kind === 'ok') return { kind: 'ok', value: undefined, status: found.status }
    return listed.kind === 'refused' ? found : listed
  },

  /** A page, newest first. */
  list: (storeId: string, query: ListInvoicesQuery, options?: CallOptions) => {
    requireFilter('orderIds', query.orderIds)
    requireFilter('statuses', query.statuses)
    // BTCPay drops an unknown status, and the filter with it.
    for (const status of query.statuses ?? []) invoiceStatus.parse(status)
    return send(listCall(storeId, query), options)
  },

  /** Replaces the whole metadata. */
  updateMetadata: (storeId: string, invoiceId: string, metadata: JsonObject, options?: CallOptions) =>
    send(
      {
        method: 'PUT',
        path: invoicePath(storeId, invoiceId),
        body: { metadata },
        answer: invoice,
        objection: isInvoice(storeId, invoiceId),
      },
      options,
    ),

  /** An invoice that settled automatically can't be marked invalid. */
  mark: (storeId: string, invoiceId: string, status: MarkInvoiceRequest['status'], options?: CallOptions) =>
    send(
      {
        method: 'POST',
        path: invoicePath(storeId, invoiceId, '/status'),
        body: { status },
        answer: invoice,
        objection: isInvoice(storeId, invoiceId),
      },
      options,
    ),

  /** An archived invoice leaves the default list, but BTCPay keeps watching it. */
  archive: (storeId: string, invoiceId: string, options?: CallOptions) =>
    send({ method: 'DELETE', path: invoicePath(storeId, invoiceId), answer: 'nothing' }, options),

  unarchive: (storeId: string, invoiceId: string, options?: CallOptions) =>
    send(
      {
        method: 'POST',
        path: invoicePath(storeId, invoiceId, '/unarchive'),
        answer: invoice,
        objection: isInvoice(storeId, invoiceId),
      },
      options,
    ),

  paymentMethods: (
    storeId: string,
    invoiceId: string,
    query: { onlyAccountedPayments?: boolean; includeSensitive?: boolean } = {},
    options?: CallOptions,
  ) =>
    send(
      {
        method: 'GET',
        path: invoicePath(storeId, invoiceId, '/payment-methods'),
        query,
        answer: invoicePaymentMethods,
      },
      options,
    ),

  /** For lazy methods. BTCPay returns 200 even when nothing happened: read the methods again. */
  activatePaymentMethod: (storeId: string, invoiceId: string, methodId: string, options?: CallOptions) =>
    send(
      {
        method: 'POST',
        path: invoicePath(storeId, invoiceId, `/payment-methods/${segment(methodId)}/activate`),
        answer: 'nothing',
      },
      options,
    ),
})

const getCall = (storeId: string, invoiceId: string, query: { includePaymentMethods?: boolean }) => ({
  method: 'GET' as const,
  path: invoicePath(storeId, invoiceId),
  query,
  answer: invoice,
  objection: isInvoice(storeId, invoiceId),
})

const listCall = (storeId: string, { orderIds, statuses, ...rest }: ListInvoicesQuery) => ({
  method: 'GET' as const,
  path: invoicesPath(storeId),
  query: { ...rest, orderId: orderIds, status: statuses },
  answer: invoices,
  maxRows: rest.take,
  objection: (answered: Invoice[]) =>
    answered.every((one) => one.storeId === storeId) ? undefined : 'the response has invoices of another store',
})

const invoicesPath = (storeId: string): string => `/api/v1/stores/${segment(storeId)}/invoices`

const invoicePath = (storeId: string, invoiceId: string, rest = ''): string =>
  `${invoicesPath(storeId)}/${segment(invoiceId)}${rest}`

const ofStore = (storeId: string) => (answered: Invoice) =>
  answered.storeId === storeId ? undefined : 'the response is an invoice of another store'

const isInvoice = (storeId: string, invoiceId: string) => (answered: Invoice) =>
  answered.id === invoiceId ? ofStore(storeId)(answered) : 'the response is another invoice'

/** An empty list would filter nothing and return everything. */
const requireFilter = (name: string, list: readonly string[] | undefined): void => {
  if (list?.length === 0) throw new TypeError(`${name} is empty: leave it out or name some`)
}
