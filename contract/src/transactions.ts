import { z } from 'zod'
import { call } from './call.ts'
import { period, sortBy } from './lists.ts'
import { btcAmount, id, page, text, timestamp, usdAmount } from './scalars.ts'

/** What a movement is, in the order of the database's classes. `invoice` is a customer's payment, `sweep` collects fees, `outside` was sent without us. */
export const purposes = ['invoice', 'deposit', 'withdrawal', 'sweep', 'loop-out', 'refund', 'outside'] as const

/** A transaction as the Transaction Center shows it. Fields that only an explorer knows are null until it was read. */
export const transaction = z.strictObject({
  /** The transaction hash, or the payment hash on Lightning. */
  id: z.string(),
  key: z.string(),
  type: z.enum(['incoming', 'outgoing']),
  status: z.enum(['confirmed', 'unconfirmed', 'failed']),
  disputed: z.boolean(),
  paymentMethod: z.enum(['BTC', 'BTC-LN']),
  purpose: z.enum(purposes),
  /** Gross, negative when it was sent. */
  amount: btcAmount,
  amountUSD: usdAmount.nullable(),
  /**
   * What was deducted from a payment, or the network fee on top of what was sent: negative or zero. Null until the
   * payment is booked, and while the network fee isn't known. Zero where the amount includes the network fee: for
   * collected fees, and for what was sent without us.
   */
  feeAmount: btcAmount.nullable(),
  feeUSD: usdAmount.nullable(),
  /** The part of a payment that the fee is, in percent. Null for what was sent. */
  feePercent: z.number().nullable(),
  /** The fee's two parts: the platform's with any markup, and the partners'. */
  platformFeeUSD: usdAmount.nullable(),
  partnerFeeUSD: usdAmount.nullable(),
  /** Gross plus fee. Null as long as the fee is. */
  netAmount: btcAmount.nullable(),
  netUSD: usdAmount.nullable(),
  /** The price that its dollars were computed with. */
  btcPrice: usdAmount.nullable(),
  confirmedAt: timestamp.nullable(),
  /** The payment link that its invoice came from. */
  paymentLinkId: id.nullable(),
  address: z.string().nullable(),
  invoiceId: z.string().nullable(),
  label: z.string().nullable(),
  /** Unix seconds. */
  timestamp: z.number().int(),
  confirmations: z.number().int(),
  blockHeight: z.number().int().nullable(),
  fee: btcAmount.nullable(),
  feeRate: z.number().nullable(),
  size: z.number().int().nullable(),
  weight: z.number().int().nullable(),
  customerEmail: z.string().nullable(),
  customerName: z.string().nullable(),
  itemDescription: z.string().nullable(),
  inputs: z
    .array(z.strictObject({ address: z.string().nullable(), amount: btcAmount, previousTxid: z.string() }))
    .nullable(),
  outputs: z
    .array(z.strictObject({ address: z.string().nullable(), amount: btcAmount, index: z.number().int() }))
    .nullable(),
})
export type Transaction = z.infer<typeof transaction>

/** Filters of a merchant's transactions. */
export const transactionFilter = {
  purpose: z.enum(purposes).optional(),
  type: z.enum(['incoming', 'outgoing']).optional(),
  status: z.enum(['confirmed', 'unconfirmed', 'failed']).optional(),
  method: z.enum(['BTC', 'BTC-LN']).optional(),
  invoices: z.enum(['true', 'false']).optional(),
  /** A hash, address or invoice ID from its beginning, a customer's email address, or words of a name or description. */
  search: text(200).optional(),
  minAmount: z
    .string()
    .regex(/^\d{1,8}(\.\d{1,8})?$/, 'Please enter a valid amount')
    .optional(),
  ...period,
}

/** By date (newest first by default), by signed dollars, or by signed net dollars. Unknown dollars come last. */
export const transactionSort = sortBy('date', 'gross', 'net')

export const listTransactions = call({
  method: 'GET',
  path: '/api/merchant/transactions',
  audience: 'merchant',
  summary: 'List your transactions, newest first',
  query: z.strictObject({ ...page, ...transactionFilter, sort: transactionSort }),
  output: z.array(transaction),
})

export const exportTransactions = call({
  method: 'GET',
  path: '/api/merchant/transactions/export',
  audience: 'merchant',
  summary: 'Download your transactions as CSV, with the same filters',
  query: z.strictObject({ ...transactionFilter, sort: transactionSort }),
  output: z.unknown(),
  media: 'text/csv',
})

export const printTransactions = call({
  method: 'GET',
  path: '/api/merchant/transactions/pdf',
  audience: 'merchant',
  summary: 'Download up to 5,000 of your transactions as a PDF statement, with the same filters',
  query: z.strictObject({ ...transactionFilter, sort: transactionSort }),
  output: z.unknown(),
  media: 'application/pdf',
  errors: ['too-many-rows'],
})

/** Sums of a set of movements, in the dollars of each. */
export const sums = z.strictObject({
  count: z.number().int(),
  grossBtc: btcAmount,
  grossUsd: usdAmount,
  feeBtc: btcAmount,
  feeUsd: usdAmount,
  netBtc: btcAmount,
  netUsd: usdAmount,
})

/**
 * Payments are booked payments and deposits: gross + fee = net, with a negative fee. Pending ones are apart and have no
 * fee yet. Sent counts withdrawals, refunds and what was sent without us, all negative. Collected fees and loop-outs
 * move the merchant's own money, and what failed moved none, so they count in none of them.
 */
const totals = {
  payments: sums,
  pendingPayments: z.strictObject({ count: z.number().int(), grossBtc: btcAmount, grossUsd: usdAmount }),
  sent: sums,
}

export const transactionSummary = z.strictObject({
  /** Without any filter. */
  total: z.number().int(),
  invoices: z.number().int(),
  confirmed: z.number().int(),
  pending: z.number().int(),
  /** With the filters, as are the totals. */
  filtered: z.number().int(),
  /** False when a search or a minimum amount matches more than `cap` rows. Counts and totals then cover `cap` rows. */
  exact: z.boolean(),
  cap: z.number().int(),
  ...totals,
})

export const summarizeTransactions = call({
  method: 'GET',
  path: '/api/merchant/transactions/summary',
  audience: 'merchant',
  summary: 'Counts and totals of your transactions, with the same filters',
  query: z.strictObject(transactionFilter),
  output: transactionSummary,
})

/** For the day headings of a list, and for charts. */
export const listTransactionDays = call({
  method: 'GET',
  path: '/api/merchant/transactions/days',
  audience: 'merchant',
  summary: 'Totals of your transactions by day, newest first, at most 366 days',
  query: z.strictObject(transactionFilter),
  output: z.array(
    z.strictObject({
      /** A date in `tz`. Days without transactions are left out. */
      day: z.string(),
      count: z.number().int(),
      ...totals,
    }),
  ),
})
