import { z } from 'zod'
import { call } from './call.ts'
import { declareList } from './lists.ts'
import { btcAmount, id, timestamp, usdAmount } from './scalars.ts'

/** What a movement is, in the order of the database's classes. `invoice` is a customer's payment, `sweep` collects fees, `outside` was sent without us. */
export const purposes = ['invoice', 'deposit', 'withdrawal', 'sweep', 'loop-out', 'refund', 'outside'] as const

/** The words of screens, statements and files. */
export const directionWords = { incoming: 'Received', outgoing: 'Sent' } as const
export const methodWords = { BTC: 'On-chain', 'BTC-LN': 'Lightning' } as const
export const transactionStatusWords = {
  confirmed: 'Confirmed',
  unconfirmed: 'Pending',
  pending: 'Pending',
  failed: 'Failed',
} as const
export const purposeWords: Record<(typeof purposes)[number], string> = {
  invoice: 'Payment',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  sweep: 'Fees collected',
  'loop-out': 'Loop-out',
  refund: 'Refund',
  outside: 'Sent elsewhere',
}

/** A transaction as the Transaction Center shows it. Fields that only an explorer knows are null until it was read. */
export const transaction = z
  .strictObject({
    id: z.string().describe('The transaction hash, or the payment hash on Lightning.'),
    key: z.string().describe('A unique key of this movement. One transaction can pay several invoices.'),
    type: z.enum(['incoming', 'outgoing']).describe('Whether it was received or sent.'),
    status: z.enum(['confirmed', 'unconfirmed', 'failed']).describe('Whether it counts.'),
    disputed: z.boolean().describe('Whether the network no longer knows it, and nothing has replaced it yet.'),
    paymentMethod: z.enum(['BTC', 'BTC-LN']).describe('On-chain or Lightning.'),
    purpose: z
      .enum(purposes)
      .describe('`invoice` is a customer’s payment, `sweep` collects fees, `outside` was sent without us.'),
    amount: btcAmount.describe('Gross, negative when it was sent.'),
    amountUSD: usdAmount.nullable().describe('Gross in dollars.'),
    feeAmount: btcAmount
      .nullable()
      .describe(
        'What was deducted from a payment, or the network fee on top of what was sent: negative or zero. Null until it is known. Zero where the amount includes the network fee.',
      ),
    feeUSD: usdAmount.nullable().describe('The fee in dollars.'),
    feePercent: z.number().nullable().describe('The part of a payment that the fee is, in percent. Null when sent.'),
    platformFeeUSD: usdAmount.nullable().describe('The platform’s part of the fee, with any markup.'),
    partnerFeeUSD: usdAmount.nullable().describe('The partners’ part of the fee.'),
    netAmount: btcAmount.nullable().describe('Gross plus fee. Null as long as the fee is.'),
    netUSD: usdAmount.nullable().describe('Gross plus fee, in dollars.'),
    btcPrice: usdAmount.nullable().describe('The price that its dollars were computed with.'),
    confirmedAt: timestamp.nullable().describe('When it had its first confirmation.'),
    paymentLinkId: id.nullable().describe('The payment link that its invoice came from.'),
    address: z.string().nullable().describe('The address that was paid.'),
    invoiceId: z.string().nullable().describe('The invoice that it pays.'),
    label: z.string().nullable().describe('What it is, in words.'),
    timestamp: z.number().int().describe('When it was first seen, in Unix seconds.'),
    confirmations: z.number().int().describe('How many blocks confirm it.'),
    blockHeight: z.number().int().nullable().describe('The block that it is in.'),
    fee: btcAmount.nullable().describe('The network fee of the whole transaction.'),
    feeRate: z.number().nullable().describe('The network fee in satoshis per virtual byte.'),
    size: z.number().int().nullable().describe('The size of the transaction in bytes.'),
    weight: z.number().int().nullable().describe('The weight of the transaction.'),
    customerEmail: z.string().nullable().describe('The customer’s email address.'),
    customerName: z.string().nullable().describe('The customer’s name.'),
    itemDescription: z.string().nullable().describe('What the invoice is for.'),
    till: z.string().nullable().describe('The till of its sale.'),
    cashier: z.string().nullable().describe('The cashier of its sale.'),
    salesTax: z
      .strictObject({
        amount: z.string().describe('The amount in the currency of the sale.'),
        currency: z.string().describe('The currency of the sale.'),
      })
      .meta({ id: 'SalesTax', description: 'A part of the sales tax of a sale.' })
      .nullable()
      .describe('Its part of the sales tax, in the currency of the sale. Negative when it was refunded.'),
    inputs: z
      .array(
        z
          .strictObject({
            address: z.string().nullable().describe('The address that paid.'),
            amount: btcAmount.describe('The amount in bitcoin.'),
            previousTxid: z.string().describe('The transaction that is spent.'),
          })
          .meta({ id: 'TransactionInput', description: 'An input of a transaction.' }),
      )
      .nullable()
      .describe('The inputs. Null until an explorer has reported them.'),
    outputs: z
      .array(
        z
          .strictObject({
            address: z.string().nullable().describe('The address that is paid.'),
            amount: btcAmount.describe('The amount in bitcoin.'),
            index: z.number().int().describe('The number of the output, from 0.'),
          })
          .meta({ id: 'TransactionOutput', description: 'An output of a transaction.' }),
      )
      .nullable()
      .describe('The outputs. Null until an explorer has reported them.'),
  })
  .meta({ id: 'Transaction', description: 'A movement of money in or out of the store.' })
export type Transaction = z.infer<typeof transaction>

type Tagged = Pick<Transaction, 'purpose' | 'invoiceId' | 'paymentMethod'> & Partial<Pick<Transaction, 'paymentLinkId'>>

/** What moved the money, in a word. A payment is told by what the customer paid: an invoice, a link or an address. */
export const wordOfPurpose = ({ purpose, paymentLinkId = null, invoiceId, paymentMethod }: Tagged): string => {
  if (purpose !== 'invoice') return purposeWords[purpose]
  if (paymentLinkId !== null) return 'Payment link'
  if (invoiceId !== null) return 'Invoice'
  return paymentMethod === 'BTC-LN' ? 'Lightning Address' : 'Deposit address'
}

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
  /** With the filters, as is everything below. */
  filtered: z.number().int(),
  invoices: z.number().int(),
  /** These three add up to `filtered`. */
  confirmed: z.number().int(),
  pending: z.number().int(),
  failed: z.number().int(),
  /** False when a search or a minimum amount matches more than `cap` rows. Counts and totals then cover `cap` rows. */
  exact: z.boolean(),
  cap: z.number().int(),
  ...totals,
})

/** What merchants and administrators filter by alike. */
export const transactionFilters = {
  purpose: { kind: 'one-of', values: purposes },
  type: { kind: 'one-of', values: ['incoming', 'outgoing'] },
  method: { kind: 'one-of', values: ['BTC', 'BTC-LN'] },
  search: { kind: 'text', longest: 200 },
} as const

/** By date (newest first by default), by signed dollars, or by signed net dollars. Unknown dollars come last. */
export const transactionList = declareList({
  name: 'transactions',
  audience: 'merchant',
  path: '/api/merchant/transactions',
  row: transaction,
  filters: {
    purpose: { ...transactionFilters.purpose, description: 'Only transactions with this purpose.' },
    type: { ...transactionFilters.type, description: 'Only what was received, or only what was sent.' },
    status: {
      kind: 'one-of',
      values: ['confirmed', 'unconfirmed', 'failed'],
      description: 'Only transactions with this status.',
    },
    method: { ...transactionFilters.method, description: 'Only on-chain, or only Lightning.' },
    invoices: {
      kind: 'one-of',
      values: ['true', 'false'],
      description: 'Only payments of invoices, or only everything else.',
    },
    search: {
      ...transactionFilters.search,
      description:
        'A hash, address or invoice ID from its beginning, a customer’s email address, or words of a name or description.',
    },
    minAmount: { kind: 'btc-amount', description: 'Only transactions of at least this much, in bitcoin.' },
  },
  sorts: ['date', 'gross', 'net'],
  columns: {
    icon: { width: '1.75rem', area: 'i', quietHead: true, always: true },
    customer: {
      width: 'minmax(10rem, 1fr)',
      below: { 1040: 'minmax(8rem, 1fr)', 880: 'minmax(6rem, 1fr)' },
      area: 'w',
      always: true,
    },
    movement: { width: 'minmax(16.75rem, 0.9fr)', below: { 1040: '13.5rem', 880: '13.75rem' }, area: 'm' },
    status: { width: '7rem', below: { 880: '7.75rem' }, area: 's', always: true },
    date: { width: '4.25rem', below: { 880: null }, area: 'd', sort: 'date' },
    gross: { width: '7.625rem', area: 'g', sort: 'gross', numeric: true, always: true },
    fee: { width: '4.5rem', below: { 1040: null }, numeric: true },
    net: { width: '6rem', below: { 880: null }, sort: 'net', numeric: true },
  },
  // Three lines beside the icon.
  block: {
    below: 680,
    grid: '"i w g" auto "i m s" auto "i m d" auto / 1.75rem minmax(0, 1fr) auto',
    gap: '0.125rem 0.75rem',
    minHeight: '3rem',
    padding: '0.625rem 1rem 0.6875rem',
  },
  // What was sent and what fees took is negative, so that gross and fee add up to net.
  file: {
    name: 'bitquay-transactions',
    date: 'timestamp',
    columns: {
      'Customer name': 'customerName',
      'Customer email': 'customerEmail',
      Item: 'itemDescription',
      Date: 'timestamp',
      Type: 'type',
      Purpose: 'purpose',
      Method: 'paymentMethod',
      Status: 'status',
      Confirmations: 'confirmations',
      'Gross (USD)': 'amountUSD',
      'Fee (USD)': 'feeUSD',
      'Net (USD)': 'netUSD',
      'Gross (BTC)': 'amount',
      'Fee (BTC)': 'feeAmount',
      'Net (BTC)': 'netAmount',
      'Price (USD)': 'btcPrice',
      'Network fee (BTC)': 'fee',
      Address: 'address',
      'Transaction hash': 'id',
      Block: 'blockHeight',
      'Invoice ID': 'invoiceId',
      Label: 'label',
      Till: 'till',
      Cashier: 'cashier',
      'Sales tax': null,
      'Sales tax currency': null,
    },
    words: {
      'Type in words': ({ type }: Transaction) => directionWords[type],
      'Purpose in words': wordOfPurpose,
      'Method in words': ({ paymentMethod }: Transaction) => methodWords[paymentMethod],
      'Status in words': ({ status }: Transaction) => transactionStatusWords[status],
    },
  },
  summary: transactionSummary,
  texts: {
    list: 'List your transactions, newest first',
    export: 'Download your transactions as CSV, with the same filters',
    print: 'Download up to 5,000 of your transactions as a PDF statement, with the same filters',
    summarize: 'Counts and totals of your transactions, with the same filters',
  },
})

export const listTransactions = transactionList.calls.list
export const exportTransactions = transactionList.calls.export
export const printTransactions = transactionList.calls.print
export const summarizeTransactions = transactionList.calls.summarize

export const transactionDays = z.array(
  z.strictObject({
    /** A date in `tz`. Days without transactions are left out. */
    day: z.string(),
    count: z.number().int(),
    ...totals,
  }),
)

/** For the day headings of a list, and for charts. */
export const listTransactionDays = call({
  method: 'GET',
  path: '/api/merchant/transactions/days',
  audience: 'merchant',
  summary: 'Totals of your transactions by day, newest first, at most 366 days',
  query: transactionList.calls.summarize.query,
  output: transactionDays,
})
