import { z } from 'zod'
import { currencies, fitsCurrency, positiveAmount, unfit } from './amounts.ts'
import { call } from './call.ts'
import { period, sortBy } from './lists.ts'
import { refund, refundable } from './refunds.ts'
import { btcAmount, email, emptyAsAbsent, id, page, text, timestamp, usdAmount } from './scalars.ts'
import { sums } from './transactions.ts'

export { currencies, fitsCurrency, positiveAmount, unfit }

export const invoiceStatuses = ['new', 'processing', 'settled', 'expired', 'invalid'] as const
/** One word for what an invoice is, from both statuses. */
export const invoiceStates = [
  'unpaid',
  'confirming',
  'paid',
  'partially-paid',
  'overpaid',
  'paid-late',
  'expired',
  'invalid',
] as const
export const additionalStatuses = ['none', 'paid-late', 'paid-partial', 'marked', 'paid-over'] as const

/** The total is what the customer pays: the form has added the processing fee, and the server adds nothing. */
export const invoiceForm = z
  .strictObject({
    amount: positiveAmount(8, unfit.error),
    currency: z.enum(currencies).default('USD'),
    description: text(500).optional(),
    buyerEmail: emptyAsAbsent(email),
  })
  .refine(fitsCurrency, unfit)

/** The part of an invoice that merchant and customer both see. */
const shared = {
  invoiceId: z.string(),
  status: z.enum(invoiceStatuses),
  additionalStatus: z.enum(additionalStatuses),
  amount: z.string(),
  currency: z.string(),
  amountBtc: btcAmount.nullable(),
  amountUsd: usdAmount.nullable(),
  paidBtc: btcAmount,
  dueBtc: btcAmount.nullable(),
  description: z.string().nullable(),
  bitcoinAddress: z.string().nullable(),
  lightningInvoice: z.string().nullable(),
  qrCodeData: z.string().nullable(),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
  paidAt: timestamp.nullable(),
  /** Where the customer may return to. */
  redirectUrl: z.string().nullable(),
}

export const invoice = z.strictObject({
  ...shared,
  customerEmail: z.string().nullable(),
  customerName: z.string().nullable(),
  /** Metadata that the merchant's program set. */
  metadata: z.record(z.string(), z.unknown()),
  /** The payment link that created it. */
  paymentLinkId: id.nullable(),
  checkoutLink: z.string(),
  /** Requested payment methods that the engine left out. */
  missingMethods: z.array(z.string()),
  mayBeMarked: z.array(z.string()),
})
export type Invoice = z.infer<typeof invoice>

export const createdInvoice = z.strictObject({
  ...invoice.shape,
  /** When its link was emailed to the customer. Null when it wasn't, such as over the hourly limit. */
  mailedAt: timestamp.nullable(),
})

export const createInvoice = call({
  method: 'POST',
  path: '/api/merchant/invoices',
  audience: 'merchant',
  summary: 'Create an invoice. Repeating the same Idempotency-Key returns the first one',
  body: invoiceForm,
  output: createdInvoice,
  errors: ['not-configured', 'engine-unavailable', 'engine-refused', 'price-unavailable', 'idempotency-key-reused'],
})

/** An invoice as the merchant's list shows it. */
export const listedInvoice = z.strictObject({
  ...invoice.shape,
  state: z.enum(invoiceStates),
  /** Whether it waits for a decision: overpaid, paid late or partially paid, and neither refunded nor resolved. */
  needsAttention: z.boolean(),
  /** The dollars of its booked payments. Pending payments count once they are confirmed. */
  receivedUsd: usdAmount,
  /** How it was paid so far, without failed payments. */
  paidBy: z.array(z.enum(['on-chain', 'lightning'])),
  /** A person's name or email address, or the name of an API key or payment link. Customers renew expired invoices. */
  createdBy: z
    .strictObject({
      type: z.enum(['person', 'api-key', 'payment-link', 'customer', 'system']),
      name: z.string().nullable(),
    })
    .nullable(),
})
export type ListedInvoice = z.infer<typeof listedInvoice>

/** Filters of a merchant's invoices. */
export const invoiceFilter = {
  status: z.enum(invoiceStatuses).optional(),
  /** `attention`: overpaid, paid late and partially paid invoices that no one has refunded or resolved. */
  state: z.enum([...invoiceStates, 'attention']).optional(),
  /** An invoice ID, address, email address or name of a customer from its beginning, or words of the description. */
  search: text(200).optional(),
  ...period,
}

/** By date (newest first by default), by total in dollars, or by the customer's name. Unknown values come last. */
export const invoiceSort = sortBy('date', 'gross')

export const listInvoices = call({
  method: 'GET',
  path: '/api/merchant/invoices',
  audience: 'merchant',
  summary: 'List your invoices, newest first',
  query: z.strictObject({ ...page, ...invoiceFilter, sort: invoiceSort }),
  output: z.array(listedInvoice),
})

export const exportInvoices = call({
  method: 'GET',
  path: '/api/merchant/invoices/export',
  audience: 'merchant',
  summary: 'Download your invoices as CSV, with the same filters',
  query: z.strictObject({ ...invoiceFilter, sort: invoiceSort }),
  output: z.unknown(),
  media: 'text/csv',
})

export const printInvoices = call({
  method: 'GET',
  path: '/api/merchant/invoices/pdf',
  audience: 'merchant',
  summary: 'Download up to 5,000 of your invoices as a PDF statement, with the same filters',
  query: z.strictObject({ ...invoiceFilter, sort: invoiceSort }),
  output: z.unknown(),
  media: 'application/pdf',
  errors: ['too-many-rows'],
})

export const summarizeInvoices = call({
  method: 'GET',
  path: '/api/merchant/invoices/summary',
  audience: 'merchant',
  summary: 'Counts and totals of your invoices, with the same filters',
  query: z.strictObject(invoiceFilter),
  output: z.strictObject({
    /** Without any filter. */
    total: z.number().int(),
    /** With the filters, as are the totals in dollars. */
    filtered: z.number().int(),
    grossUsd: usdAmount,
    receivedUsd: usdAmount,
    /** With the other filters, whatever `state` is. Invoices that need attention are also counted in their state. */
    states: z.strictObject({
      unpaid: z.number().int(),
      confirming: z.number().int(),
      paid: z.number().int(),
      'partially-paid': z.number().int(),
      overpaid: z.number().int(),
      'paid-late': z.number().int(),
      expired: z.number().int(),
      invalid: z.number().int(),
      attention: z.number().int(),
    }),
    /** False when a search matches more than `cap` rows. All but `total` then cover the newest `cap` rows. */
    exact: z.boolean(),
    cap: z.number().int(),
  }),
})

export const invoicePayment = z.strictObject({
  id: z.string(),
  txid: z.string(),
  method: z.enum(['on-chain', 'lightning']),
  amountBtc: btcAmount,
  amountUsd: usdAmount.nullable(),
  status: z.enum(['pending', 'confirmed', 'failed']),
  confirmations: z.number().int(),
  seenAt: timestamp,
})

export type InvoicePayment = z.infer<typeof invoicePayment>

export const invoiceWithPayments = z.strictObject({ ...invoice.shape, payments: z.array(invoicePayment) })

/** A payment with what was deducted from it. Fee and net are null until it is booked. The fee is negative or zero. */
const chargedPayment = z.strictObject({
  ...invoicePayment.shape,
  feeUsd: usdAmount.nullable(),
  netUsd: usdAmount.nullable(),
  confirmedAt: timestamp.nullable(),
})

export const getInvoice = call({
  method: 'GET',
  path: '/api/merchant/invoices/:invoiceId',
  audience: 'merchant',
  summary: 'Retrieve an invoice with its payments',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  output: z.strictObject({
    ...listedInvoice.shape,
    payments: z.array(chargedPayment),
    /** Of its booked payments: gross + fee = net, with a negative fee. Null while nothing is booked. */
    sums: sums.nullable(),
    /** All invoices of the same email address, this one included. Null without an address. */
    customer: z.strictObject({ invoices: z.number().int(), receivedUsd: usdAmount }).nullable(),
    refunds: z.array(refund),
    refundable,
    /** When its link was last sent to the customer. */
    mailedAt: timestamp.nullable(),
    /** When its first payment was seen. */
    firstSeenAt: timestamp.nullable(),
    /** What people and programs did with it, oldest first. */
    actions: z.array(
      z.strictObject({
        type: z.enum(['resent', 'marked-settled', 'marked-invalid', 'resolved']),
        at: timestamp,
        /** An email address, or the name of an API key. */
        by: z.string().nullable(),
      }),
    ),
  }),
})

export const markInvoice = call({
  method: 'POST',
  path: '/api/merchant/invoices/:invoiceId/mark',
  audience: 'merchant-manager',
  summary: 'Mark an invoice as paid (`settled`) or invalid, where BTCPay allows it',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  body: z.strictObject({ status: z.enum(['settled', 'invalid']) }),
  output: invoice,
  errors: ['not-configured', 'engine-unavailable', 'engine-refused'],
})

export const resolveInvoice = call({
  method: 'POST',
  path: '/api/merchant/invoices/:invoiceId/resolve',
  audience: 'merchant-manager',
  summary: 'Keep an overpaid, late or partial payment as it is, so that it needs no more attention',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  output: listedInvoice,
})

export const resendInvoice = call({
  method: 'POST',
  path: '/api/merchant/invoices/:invoiceId/resend',
  audience: 'merchant',
  summary: 'Email an unpaid invoice to its customer again',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  output: z.strictObject({ sentTo: z.string() }),
  errors: ['invoice-not-mailable', 'customer-email-limit'],
})

/** What a customer may see. */
export const checkout = z.strictObject({
  ...shared,
  storeName: z.string(),
  rate: usdAmount.nullable(),
  now: timestamp,
  confirmationsNeeded: z.number().int(),
  /** The block that confirmed the last of its on-chain payments. Null until all of them are in a block. */
  confirmedInBlock: z.number().int().nullable(),
  /** Whether the invoice has the customer's email address, which isn't shown to everyone who has the link. */
  emailOnFile: z.boolean(),
  payments: z.array(
    z.strictObject({
      method: z.enum(['on-chain', 'lightning']),
      txid: z.string(),
      amountBtc: btcAmount,
      confirmations: z.number().int(),
      blockHeight: z.number().int().nullable(),
      status: z.enum(['pending', 'confirmed', 'failed']),
      seenAt: timestamp,
    }),
  ),
})
export type Checkout = z.infer<typeof checkout>

export const getCheckout = call({
  method: 'GET',
  path: '/api/checkout/:invoiceId',
  audience: 'public',
  summary: 'Retrieve an invoice as its customer sees it',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  output: checkout,
})

export const renewInvoice = call({
  method: 'POST',
  path: '/api/checkout/:invoiceId/new-price',
  audience: 'public',
  summary: 'Renew an invoice that expired unpaid, at the current rate. Repeating the call returns the same new invoice',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  output: z.strictObject({ invoiceId: z.string() }),
  errors: [
    'invoice-not-renewable',
    'payment-link-closed',
    'not-configured',
    'engine-unavailable',
    'engine-refused',
    'price-unavailable',
    'too-many-attempts',
  ],
})
