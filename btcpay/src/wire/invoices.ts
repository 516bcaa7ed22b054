import { z } from 'zod'
import {
  btcString,
  decimalString,
  type JsonObject,
  jsonObject,
  lightningBtcString,
  paymentMethodId,
  shortId,
  speedPolicy,
  unixSeconds,
} from './primitives.ts'
import { receiptOptions } from './stores.ts'

export const invoiceStatus = z.enum(['New', 'Processing', 'Expired', 'Invalid', 'Settled'])
export type InvoiceStatus = z.infer<typeof invoiceStatus>

/** The published text also has `Invalid`, which the code never sends. */
export const invoiceAdditionalStatus = z.enum(['None', 'PaidLate', 'PaidPartial', 'Marked', 'PaidOver'])

export const invoiceType = z.enum(['Standard', 'TopUp'])

export const paymentStatus = z.enum(['Invalid', 'Processing', 'Settled'])

export const invoiceCheckout = z.object({
  speedPolicy: speedPolicy.nullish(),
  paymentMethods: z.array(paymentMethodId).nullish(),
  defaultPaymentMethod: paymentMethodId.nullish(),
  lazyPaymentMethods: z.boolean().nullish(),
  expirationMinutes: z.number().nullish(),
  monitoringMinutes: z.number().nullish(),
  paymentTolerance: z.number().nullish(),
  redirectURL: z.string().nullish(),
  redirectAutomatically: z.boolean().nullish(),
  defaultLanguage: z.string().nullish(),
})

/** More than anyone pays to one invoice, and few enough to store quickly. */
const mostPayments = 1000

/** `id` is the outpoint `txid-n` on-chain and the payment hash on Lightning. `value` is the gross amount in BTC. */
export const invoicePayment = z.object({
  id: shortId,
  receivedDate: unixSeconds,
  value: decimalString,
  fee: decimalString,
  status: paymentStatus,
  destination: z.string().nullish(),
})
export type InvoicePayment = z.infer<typeof invoicePayment>

const anyPaymentMethod = z.object({
  paymentMethodId,
  currency: z.string(),
  activated: z.boolean(),
  /** Address or BOLT11. Null while a lazy method isn't activated. */
  destination: z.string().nullish(),
  paymentLink: z.string().nullish(),
  /** Invoice currency per 1 BTC, locked when the invoice was created. */
  rate: decimalString,
  /** The whole price in BTC, fee included. */
  amount: decimalString,
  /** Negative when overpaid. */
  due: decimalString,
  /** Through all methods, in this method's currency. */
  totalPaid: decimalString,
  /** Through this method alone. */
  paymentMethodPaid: decimalString,
  paymentMethodFee: decimalString,
  payments: z.array(invoicePayment).max(mostPayments),
  additionalData: jsonObject.nullish(),
})

/** Bitcoin amounts are checked by what their method can express. Nothing is known of other coins. */
export const invoicePaymentMethod = anyPaymentMethod.refine(hasPossibleAmounts, 'not an amount of bitcoin')
export type InvoicePaymentMethod = z.infer<typeof invoicePaymentMethod>
export const invoicePaymentMethods = z.array(invoicePaymentMethod).max(50)

export const invoice = z.object({
  id: shortId,
  storeId: shortId,
  amount: decimalString,
  /** Net, in the invoice's currency at the locked rate. */
  paidAmount: decimalString,
  currency: z.string(),
  type: invoiceType,
  checkoutLink: z.string(),
  createdTime: unixSeconds,
  expirationTime: unixSeconds,
  monitoringExpiration: unixSeconds,
  status: invoiceStatus,
  additionalStatus: invoiceAdditionalStatus,
  availableStatusesForManualMarking: z.array(invoiceStatus).nullish(),
  archived: z.boolean(),
  metadata: jsonObject.nullish(),
  checkout: invoiceCheckout,
  receipt: receiptOptions.nullish(),
  /** Empty unless requested with `includePaymentMethods`. */
  paymentMethods: invoicePaymentMethods.nullish(),
})
export type Invoice = z.infer<typeof invoice>
export const invoices = z.array(invoice)

export type CreateInvoiceRequest = {
  /** Decimal string. Missing or null creates a top-up invoice, `'0'` settles at once. */
  amount?: string | null
  currency?: string
  /** Free-form JSON. BTCPay knows `orderId`, `itemDesc`, `buyerEmail` and some more. */
  metadata?: JsonObject
  checkout?: {
    speedPolicy?: z.infer<typeof speedPolicy>
    paymentMethods?: string[]
    defaultPaymentMethod?: string
    lazyPaymentMethods?: boolean
    expirationMinutes?: number
    monitoringMinutes?: number
    paymentTolerance?: number
    redirectURL?: string
    redirectAutomatically?: boolean
    defaultLanguage?: string
  }
  receipt?: { enabled?: boolean; showQR?: boolean; showPayments?: boolean }
  additionalSearchTerms?: string[]
}

export const markableStatus = z.enum(['Settled', 'Invalid'])
export type MarkInvoiceRequest = { status: z.infer<typeof markableStatus> }

function hasPossibleAmounts(method: z.infer<typeof anyPaymentMethod>): boolean {
  if (!method.paymentMethodId.startsWith('BTC-')) return true
  const amount = method.paymentMethodId === 'BTC-CHAIN' ? btcString : lightningBtcString
  return [method.amount, method.due, ...method.payments.map(({ value }) => value)].every(
    (text) => amount.safeParse(text).success,
  )
}
