import { z } from 'zod'
import { currency, fitsCurrency, positiveAmount, unfit } from './amounts.ts'
import { call } from './call.ts'
import { dueDate, shownDueDate } from './invoices.due-dates.ts'
import { invoiceOptions, optionNames, payMethods, shownOptions } from './invoices.options.ts'
import { declareList } from './lists.ts'
import { refund, refundable } from './refunds.ts'
import { btcAmount, email, emptyAsAbsent, id, text, timestamp, usdAmount } from './scalars.ts'
import { sums } from './transactions.ts'

export { currency, fitsCurrency, positiveAmount, unfit }

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

/** The words of screens, statements and files. */
export const invoiceStateWords: Record<(typeof invoiceStates)[number] | 'overdue', string> = {
  unpaid: 'Unpaid',
  confirming: 'Confirming',
  paid: 'Paid',
  'partially-paid': 'Partially paid',
  overpaid: 'Overpaid',
  'paid-late': 'Paid late',
  expired: 'Expired',
  invalid: 'Invalid',
  overdue: 'Overdue',
}

/** The word of an invoice, which is late before it is unpaid. */
export const wordOfInvoice = ({ state, overdue }: Pick<ListedInvoice, 'state' | 'overdue'>): string =>
  invoiceStateWords[overdue && state === 'unpaid' ? 'overdue' : state]

export const payMethodWords = { 'on-chain': 'On-chain', lightning: 'Lightning' } as const
export const additionalStatuses = ['none', 'paid-late', 'paid-partial', 'marked', 'paid-over'] as const

/** An invoice's ID in a path or a query. */
export const invoiceIdParam = z.string().min(1).max(100).describe('The invoice’s ID.')

/** What the customer pays. Null creates a top-up invoice, which takes any amount. */
export const invoiceAmount = positiveAmount(8, unfit.error).nullable()

/** Refused by name if they are wrong, like any field that doesn't exist. */
export const invoiceOptionFields = [...optionNames, 'currency', 'dueDate']

/** The total is what the customer pays: the form has added the processing fee, and the server adds nothing. */
export const invoiceForm = z
  .strictObject({
    amount: invoiceAmount,
    currency: currency.default('USD'),
    description: text(500).optional(),
    buyerName: emptyAsAbsent(text(120)),
    buyerEmail: emptyAsAbsent(email),
    dueDate: emptyAsAbsent(dueDate),
    ...invoiceOptions,
  })
  .refine(fitsCurrency, unfit)

/** The part of an invoice that merchant and customer both see. */
export const sharedFields = {
  invoiceId: z.string().describe('The invoice’s ID.'),
  status: z
    .enum(invoiceStatuses)
    .describe(
      '`new` can be paid, `processing` waits for confirmations, `settled` is paid. `expired` and `invalid` are final, except that a late payment or a mark can still change them.',
    ),
  additionalStatus: z
    .enum(additionalStatuses)
    .describe('What is special about the payment, such as `paid-late` or `paid-over`.'),
  amount: z.string().describe('What the customer pays, in `currency`.'),
  currency: z.string().describe('The currency of `amount`.'),
  amountBtc: btcAmount.nullable().describe('The same in bitcoin, at the invoice’s rate.'),
  amountUsd: usdAmount.nullable().describe('The same in dollars, at the invoice’s rate.'),
  paidBtc: btcAmount.describe('What was paid so far, in bitcoin.'),
  dueBtc: btcAmount.nullable().describe('What is left to pay, in bitcoin.'),
  description: z.string().nullable().describe('What the invoice is for. The customer sees it.'),
  bitcoinAddress: z.string().nullable().describe('The address for an on-chain payment.'),
  lightningInvoice: z.string().nullable().describe('The BOLT11 invoice for a Lightning payment.'),
  qrCodeData: z
    .string()
    .nullable()
    .describe(
      'What a QR code contains: a BIP 21 URI or a BOLT11 invoice, or the checkout link until a due-date invoice is opened.',
    ),
  createdAt: timestamp.describe('When the invoice was created.'),
  expiresAt: timestamp.nullable().describe('Until when it can be paid at its rate.'),
  paidAt: timestamp.nullable().describe('When it was paid in full.'),
  redirectUrl: z.string().nullable().describe('Where the customer may return to.'),
  type: z
    .literal('top-up')
    .optional()
    .describe('A top-up takes any amount. Its own amount is 0 until it is paid. Left out for every other invoice.'),
  ...shownDueDate,
}

export const invoice = z
  .strictObject({
    ...sharedFields,
    customerEmail: z.string().nullable().describe('The customer’s email address.'),
    customerName: z.string().nullable().describe('The customer’s name.'),
    metadata: z.record(z.string(), z.unknown()).describe('Your own key-value pairs.'),
    paymentLinkId: id.nullable().describe('The payment link that created it.'),
    checkoutLink: z.string().describe('The page where the customer pays.'),
    missingMethods: z.array(z.string()).describe('Requested payment methods that the payment server left out.'),
    mayBeMarked: z.array(z.string()).describe('What it can be marked as now: `settled`, `invalid` or nothing.'),
    ...shownOptions,
  })
  .meta({ id: 'Invoice', description: 'An invoice that a customer pays.' })
export type Invoice = z.infer<typeof invoice>

export const createdInvoice = z
  .strictObject({
    ...invoice.shape,
    mailedAt: timestamp
      .nullable()
      .describe('When its link was emailed to the customer. Null when it wasn’t, such as over the hourly limit.'),
  })
  .meta({ id: 'CreatedInvoice', description: 'A new invoice, and whether it was emailed to the customer.' })

export const createInvoice = call({
  method: 'POST',
  path: '/api/merchant/invoices',
  audience: 'merchant',
  summary: 'Create an invoice. Repeating the same Idempotency-Key returns the first one',
  body: invoiceForm,
  optionFields: invoiceOptionFields,
  output: createdInvoice,
  errors: [
    'invalid-option',
    'not-configured',
    'store-closed',
    'payments-paused',
    'engine-unavailable',
    'engine-refused',
    'price-unavailable',
    'idempotency-key-reused',
  ],
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
  /** A person's name or email address, or the name of an API key, payment link or till. Customers renew expired invoices. */
  createdBy: z
    .strictObject({
      type: z.enum(['person', 'api-key', 'payment-link', 'till', 'customer', 'system']),
      name: z.string().nullable(),
      /** Of a till with an open shift. */
      cashier: z.string().optional(),
    })
    .nullable(),
})
export type ListedInvoice = z.infer<typeof listedInvoice>

const countedPayment = z
  .strictObject({
    amount: z.string().describe('What it counts for, in the invoice’s currency.'),
    rate: z
      .string()
      .nullable()
      .describe('What one bitcoin counts for, in the invoice’s currency. Null without a price.'),
    reason: z
      .enum(['in-time', 'seen-late', 'confirmed-late'])
      .describe(
        '`in-time` counts at the price that the customer was offered. `seen-late` came after that price had expired, and `confirmed-late` was confirmed more than 60 minutes after that. Both count at the lowest of that price and the prices when it was seen and confirmed.',
      ),
    note: z.string().nullable().describe('Why it counts for less, in a sentence.'),
  })
  .describe('What it counts for. Only for an invoice with a due date, whose price changes.')

export const invoicePayment = z
  .strictObject({
    id: z.string().describe('The payment’s ID: its outpoint on-chain, its payment hash on Lightning.'),
    txid: z.string().describe('The transaction ID on-chain, the payment hash on Lightning.'),
    method: z.enum(payMethods).describe('How it was paid.'),
    amountBtc: btcAmount.describe('The amount in bitcoin.'),
    amountUsd: usdAmount.nullable().describe('The amount in dollars.'),
    status: z.enum(['pending', 'confirmed', 'failed']).describe('Whether it counts yet.'),
    confirmations: z.number().int().describe('How many blocks confirm it. 0 on Lightning.'),
    seenAt: timestamp.describe('When it was first seen.'),
    counted: countedPayment.optional(),
  })
  .meta({ id: 'InvoicePayment', description: 'A payment of an invoice.' })

export type InvoicePayment = z.infer<typeof invoicePayment>

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
    /** Of a sale at a till. */
    sale: z
      .strictObject({
        till: z.string(),
        cashier: z.string().nullable(),
        currency: z.string(),
        salesTax: z.string(),
        /** Their parts of the sales tax, and who requested them at the till. */
        refunds: z.array(z.strictObject({ id, salesTax: z.string(), cashier: z.string().nullable() })),
      })
      .nullable(),
    /** When its link was last sent to the customer. */
    mailedAt: timestamp.nullable(),
    /** When its first payment was seen. */
    firstSeenAt: timestamp.nullable(),
    /** Of an invoice with a due date: how often a customer opened it and got a new price. */
    timesOpened: z.number().int().optional(),
    lastOpenedAt: timestamp.nullable().optional(),
    /** Receipts and reminders that were emailed or that a limit keeps waiting until the named time, oldest first. */
    emails: z.array(
      z.strictObject({
        type: z.enum(['receipt', 'reminder']),
        status: z.enum(['sent', 'delayed']),
        at: timestamp,
      }),
    ),
    /** When the customer stopped its reminders. */
    remindersStoppedAt: timestamp.nullable(),
    /** What people and programs did with it, oldest first. */
    actions: z.array(
      z.strictObject({
        type: z.enum(['resent', 'marked-settled', 'marked-invalid', 'resolved', 'canceled']),
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
  errors: ['not-configured', 'engine-unavailable', 'invoice-not-markable'],
})

export const cancelInvoice = call({
  method: 'POST',
  path: '/api/merchant/invoices/:invoiceId/cancel',
  audience: 'merchant-manager',
  summary: 'Cancel an unpaid invoice that has a due date. It can no longer be paid',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  output: invoice,
  errors: ['invoice-not-cancelable'],
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

/** A filter also knows what concerns several states. */
export const invoiceStateFilters = [...invoiceStates, 'attention', 'overdue'] as const

/** Long enough for a Lightning invoice, which has hundreds of characters. */
const longestInvoiceSearch = 2000
export const invoiceSearch = text(longestInvoiceSearch)

/** By date (newest first by default) or by total in dollars. Unknown totals come last. */
export const invoiceList = declareList({
  name: 'invoices',
  audience: 'merchant',
  path: '/api/merchant/invoices',
  row: listedInvoice,
  filters: {
    status: { kind: 'one-of', values: invoiceStatuses, description: 'Only invoices with this status.' },
    state: {
      kind: 'one-of',
      values: invoiceStateFilters,
      description:
        'Only invoices in this state. `attention` are overpaid, paid late and partially paid invoices that no one has refunded or resolved. `overdue` are unpaid or partially paid after their due date.',
    },
    search: {
      kind: 'text',
      longest: longestInvoiceSearch,
      description:
        'An invoice ID, order ID, address, email address or name of a customer from its beginning, words of the description, or a complete address, Lightning invoice or payment hash, also of an earlier price.',
    },
  },
  sorts: ['date', 'gross'],
  columns: {
    customer: { width: 'minmax(8rem, 0.8fr)', below: { 780: 'minmax(6rem, 0.9fr)' }, area: 'w', always: true },
    description: {
      width: 'minmax(9rem, 1.1fr)',
      below: { 960: 'minmax(8rem, 1fr)', 780: 'minmax(6rem, 1fr)' },
      area: 'd',
    },
    status: { width: '15.5rem', below: { 960: '14.5rem', 780: '9.5rem' }, area: 's', always: true },
    date: { width: '9rem', below: { 960: '8.5rem', 780: null }, area: 't', sort: 'date' },
    gross: {
      width: '7.5rem',
      below: { 960: '6.5rem', 780: '6rem' },
      area: 'a',
      sort: 'gross',
      numeric: true,
      always: true,
    },
  },
  // Three lines: customer and total, description and status, date and what the status alone doesn't say.
  block: { below: 560, grid: '"w a" auto "d s" auto "t s" auto / minmax(0, 1fr) auto', gap: '0.125rem 0.75rem' },
  file: {
    name: 'bitquay-invoices',
    date: 'createdAt',
    columns: {
      'Invoice ID': 'invoiceId',
      Status: null,
      'Customer name': 'customerName',
      'Customer email': 'customerEmail',
      Description: 'description',
      Amount: 'amount',
      Currency: 'currency',
      'Total (USD)': 'amountUsd',
      'Total (BTC)': 'amountBtc',
      'Received (USD)': 'receivedUsd',
      'Paid (BTC)': 'paidBtc',
      'Paid by': null,
      'Paid at': 'paidAt',
      'Expires at': 'expiresAt',
      'Due date': 'dueDate',
      'Created by': null,
      'Bitcoin address': 'bitcoinAddress',
      'Checkout link': 'checkoutLink',
      Cashier: null,
    },
    words: {
      'Paid by in words': ({ paidBy }: ListedInvoice) => paidBy.map((method) => payMethodWords[method]).join(', '),
    },
  },
  summary: z.strictObject({
    /** Without any filter. */
    total: z.number().int(),
    /** With the filters, as are the totals in dollars. */
    filtered: z.number().int(),
    grossUsd: usdAmount,
    receivedUsd: usdAmount,
    /** With the other filters, whatever `state` is. Invoices that need attention or are overdue are also in their state. */
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
      overdue: z.number().int(),
    }),
    /** False when a search matches more than `cap` rows. All but `total` then cover the newest `cap` rows. */
    exact: z.boolean(),
    cap: z.number().int(),
  }),
  texts: {
    list: 'List your invoices, newest first',
    export: 'Download your invoices as CSV, with the same filters',
    print: 'Download up to 5,000 of your invoices as a PDF statement, with the same filters',
    summarize: 'Counts and totals of your invoices, with the same filters',
  },
})

export const listInvoices = invoiceList.calls.list
export const exportInvoices = invoiceList.calls.export
export const printInvoices = invoiceList.calls.print
export const summarizeInvoices = invoiceList.calls.summarize
