import { z } from 'zod'
import { call } from './call.ts'
import { declareList } from './lists.ts'
import { btcAmount, id, shortListPage, text, usdAmount } from './scalars.ts'
import {
  directionWords,
  methodWords,
  purposes,
  transactionDays,
  transactionFilters,
  transactionStatusWords,
  transactionSummary,
  wordOfPurpose,
} from './transactions.ts'

export const adminTransaction = z.strictObject({
  id,
  merchantId: id,
  merchantName: z.string(),
  type: z.enum(['incoming', 'outgoing']),
  purpose: z.enum(purposes),
  paymentMethod: z.enum(['BTC', 'BTC-LN']),
  amount: btcAmount,
  amountUSD: usdAmount.nullable(),
  /** As in the merchant's list: negative or zero, null until it is known. */
  feeAmount: btcAmount.nullable(),
  feeUSD: usdAmount.nullable(),
  /** The parts of the fee on a booked payment, negative or zero. They add up to `feeUSD`. */
  platformFeeUSD: usdAmount.nullable(),
  markupFeeUSD: usdAmount.nullable(),
  partnerFeeUSD: usdAmount.nullable(),
  /** Negative when it was sent. */
  netAmount: btcAmount.nullable(),
  netUSD: usdAmount.nullable(),
  address: z.string().nullable(),
  status: z.enum(['pending', 'confirmed', 'failed']),
  confirmations: z.number().int(),
  /** Unix seconds. */
  timestamp: z.number().int(),
  txid: z.string(),
  invoiceId: z.string().nullable(),
  description: z.string().nullable(),
  /** Only the merchant's own server or node reported it. The platform hasn't verified it. */
  reportedByMerchant: z.boolean(),
})
export type AdminTransaction = z.infer<typeof adminTransaction>

export const adminTransactionList = declareList({
  name: 'admin-transactions',
  audience: 'admin',
  path: '/api/admin/transactions',
  row: adminTransaction,
  filters: {
    merchantId: { kind: 'id', as: 'store' },
    purpose: transactionFilters.purpose,
    type: transactionFilters.type,
    status: { kind: 'one-of', values: ['pending', 'confirmed', 'failed'] },
    method: transactionFilters.method,
    /** The beginning of a hash, address or invoice, the store's name, or words of the description. */
    search: transactionFilters.search,
  },
  sorts: ['date', 'gross', 'net'],
  columns: {
    icon: { width: '1.75rem', quietHead: true, always: true },
    store: { width: 'minmax(8rem, 1fr)', area: 's', always: true },
    type: { width: 'minmax(8.5rem, 0.7fr)', below: { 1040: 'minmax(7rem, 0.7fr)' }, area: 't' },
    amount: { width: '7.625rem', area: 'a', sort: 'gross', numeric: true, always: true },
    address: { width: '9.25rem', below: { 1040: '7rem', 930: null } },
    status: { width: '7rem', area: 'b', always: true },
    date: { width: '4.25rem', area: 'd', sort: 'date' },
    // A window of 1280 pixels still shows every column.
    txid: { width: '9.25rem', below: { 1040: '7rem', 800: null } },
  },
  block: {
    below: 680,
    grid: '"s a" auto "t b" auto "d b" auto / minmax(0, 1fr) auto',
    gap: '0.125rem 0.75rem',
    minHeight: '3rem',
    padding: '0.625rem 1rem 0.6875rem',
  },
  file: {
    name: 'bitquay-transactions',
    date: 'timestamp',
    columns: {
      Store: 'merchantName',
      Type: 'type',
      Purpose: 'purpose',
      Method: 'paymentMethod',
      // Outgoing amounts are negative, so that a column can be summed up.
      'Amount (BTC)': null,
      'Amount (USD)': null,
      'Fee (BTC)': 'feeAmount',
      'Fee (USD)': 'feeUSD',
      'Net (BTC)': 'netAmount',
      'Net (USD)': 'netUSD',
      Address: 'address',
      Status: 'status',
      Confirmations: 'confirmations',
      Date: 'timestamp',
      TXID: 'txid',
      'Invoice ID': 'invoiceId',
      Description: 'description',
      'Platform fee (USD)': 'platformFeeUSD',
      'Markup (USD)': 'markupFeeUSD',
      'Partners’ share (USD)': 'partnerFeeUSD',
    },
    words: {
      'Type in words': ({ type }: AdminTransaction) => directionWords[type],
      'Purpose in words': wordOfPurpose,
      'Method in words': ({ paymentMethod }: AdminTransaction) => methodWords[paymentMethod],
      'Status in words': ({ status }: AdminTransaction) => transactionStatusWords[status],
    },
  },
  summary: transactionSummary,
  texts: {
    list: 'List transactions of all stores, newest first',
    export: 'Download transactions of all stores as CSV',
    print: 'Download up to 5,000 transactions of all stores as a PDF statement',
    summarize: 'Retrieve counts and totals of the transactions of all stores',
  },
})

export const listAllTransactions = adminTransactionList.calls.list
export const exportAllTransactions = adminTransactionList.calls.export
export const printAllTransactions = adminTransactionList.calls.print
export const summarizeAllTransactions = adminTransactionList.calls.summarize

/** For charts of one store or of all. */
export const listAllTransactionDays = call({
  method: 'GET',
  path: '/api/admin/transactions/days',
  audience: 'admin',
  summary: 'Totals of the transactions of all stores by day, newest first, at most 366 days',
  query: adminTransactionList.calls.summarize.query,
  output: transactionDays,
})

/** A select box shows the first hundred. */
export const listStores = call({
  method: 'GET',
  path: '/api/admin/stores',
  audience: 'admin',
  summary: 'List stores by name',
  query: z.strictObject({
    limit: shortListPage.shape.limit.describe('How many to return, from 1 to 100. The first 100 if left out.'),
    cursor: shortListPage.shape.cursor,
    search: text(120).optional(),
  }),
  output: z.array(z.strictObject({ merchantId: id, storeName: z.string() })),
})
