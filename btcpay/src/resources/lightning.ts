import type { Outcome } from '../outcome.ts'
import { type CallOptions, type Send, segment } from '../send.ts'
import {
  type CreateLightningInvoiceRequest,
  type LightningPayment,
  lightningBalance,
  lightningInvoice,
  lightningInvoices,
  lightningNode,
  lightningPayment,
  lightningPayments,
  type PayLightningInvoiceRequest,
} from '../wire/lightning.ts'

/**
 * `pending` is BTCPay's 202: the node may still pay. Find the payment by its hash, and never pay again without
 * checking.
 */
export type LightningPayResult =
  | { state: 'complete'; payment: LightningPayment }
  | { state: 'pending'; payment: LightningPayment }

/** BTCPay's own default for how long a node may try. */
const SEND_TIMEOUT_SECONDS = 30

/** A node's lists grow with its age. */
const UNPAGED_BYTES = 32 * 1024 * 1024

/** The Lightning node behind a store. On the internal node these lists show every store's invoices and payments. */
export const lightningCalls = (send: Send) => ({
  node: (storeId: string, options?: CallOptions) =>
    send({ method: 'GET', path: lightningPath(storeId, '/info'), answer: lightningNode }, options),

  balance: (storeId: string, options?: CallOptions) =>
    send({ method: 'GET', path: lightningPath(storeId, '/balance'), answer: lightningBalance }, options),

  createInvoice: (storeId: string, body: CreateLightningInvoiceRequest, options?: CallOptions) =>
    send({ method: 'POST', path: lightningPath(storeId, '/invoices'), body, answer: lightningInvoice }, options),

  getInvoice: (storeId: string, invoiceId: string, options?: CallOptions) =>
    send(
      { method: 'GET', path: lightningPath(storeId, `/invoices/${segment(invoiceId)}`), answer: lightningInvoice },
      options,
    ),

  listInvoices: (storeId: string, query: { pendingOnly?: boolean; offsetIndex?: number } = {}, options?: CallOptions) =>
    send(
      {
        method: 'GET',
        path: lightningPath(storeId, '/invoices'),
        query,
        answer: lightningInvoices,
        maxBodyBytes: UNPAGED_BYTES,
      },
      options,
    ),

  /**
   * A refusal only means that *this* request didn't pay. `getPayment` shows whether an earlier one did, because nodes
   * refuse an invoice that is already paid.
   */
  pay: async (
    storeId: string,
    body: PayLightningInvoiceRequest,
    options?: CallOptions,
  ): Promise<Outcome<LightningPayResult>> => {
    const sendTimeoutSeconds = body.sendTimeout ?? SEND_TIMEOUT_SECONDS
    const outcome = await send(
      {
        method: 'POST',
        path: lightningPath(storeId, '/invoices/pay'),
        body,
        answer: lightningPayment,
        timeoutMs: (sendTimeoutSeconds + 15) * 1000,
      },
      options,
    )
    if (outcome.kind !== 'ok') return outcome
    const complete = outcome.status === 200 && outcome.value.status === 'Complete'
    return { ...outcome, value: { state: complete ? 'complete' : 'pending', payment: outcome.value } }
  },

  /** An unknown payment is refused with 404 `payment-not-found`. */
  getPayment: (storeId: string, paymentHash: string, options?: CallOptions) =>
    send(
      {
        method: 'GET',
        path: lightningPath(storeId, `/payments/${segment(paymentHash)}`),
        answer: lightningPayment,
        objection: (answered: LightningPayment) =>
          answered.paymentHash === paymentHash ? undefined : 'the response is about another payment',
      },
      options,
    ),

  listPayments: (
    storeId: string,
    query: { includePending?: boolean; offsetIndex?: number } = {},
    options?: CallOptions,
  ) =>
    send(
      {
        method: 'GET',
        path: lightningPath(storeId, '/payments'),
        query,
        answer: lightningPayments,
        maxBodyBytes: UNPAGED_BYTES,
      },
      options,
    ),
})

/** The server's internal node, for an administrator's key. */
export const serverLightningCalls = (send: Send) => ({
  node: (options?: CallOptions) => send({ method: 'GET', path: `${SERVER_PATH}/info`, answer: lightningNode }, options),

  balance: (options?: CallOptions) =>
    send({ method: 'GET', path: `${SERVER_PATH}/balance`, answer: lightningBalance }, options),

  createInvoice: (body: CreateLightningInvoiceRequest, options?: CallOptions) =>
    send({ method: 'POST', path: `${SERVER_PATH}/invoices`, body, answer: lightningInvoice }, options),

  /** An unknown invoice is refused with 404 `invoice-not-found`. */
  getInvoice: (invoiceId: string, options?: CallOptions) =>
    send({ method: 'GET', path: `${SERVER_PATH}/invoices/${segment(invoiceId)}`, answer: lightningInvoice }, options),

  listInvoices: (query: { pendingOnly?: boolean; offsetIndex?: number } = {}, options?: CallOptions) =>
    send(
      {
        method: 'GET',
        path: `${SERVER_PATH}/invoices`,
        query,
        answer: lightningInvoices,
        maxBodyBytes: UNPAGED_BYTES,
      },
      options,
    ),
})

const SERVER_PATH = '/api/v1/server/lightning/BTC'

const lightningPath = (storeId: string, rest: string): string =>
  `/api/v1/stores/${segment(storeId)}/lightning/BTC${rest}`
