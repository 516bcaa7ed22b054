import { z } from 'zod'
import { call } from './call.ts'
import { period } from './lists.ts'
import { btcAmount, id, idParam, page, shortListPage, text, usdAmount } from './scalars.ts'
import { purposes, transactionSort, transactionSummary } from './transactions.ts'

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

const filter = {
  merchantId: idParam.optional(),
  purpose: z.enum(purposes).optional(),
  type: z.enum(['incoming', 'outgoing']).optional(),
  status: z.enum(['pending', 'confirmed', 'failed']).optional(),
  method: z.enum(['BTC', 'BTC-LN']).optional(),
  /** The beginning of a hash, address or invoice, the store's name, or words of the description. */
  search: text(200).optional(),
  ...period,
}

export const listAllTransactions = call({
  method: 'GET',
  path: '/api/admin/transactions',
  audience: 'admin',
  summary: 'List transactions of all stores, newest first',
  query: z.strictObject({ ...page, ...filter, sort: transactionSort }),
  output: z.array(adminTransaction),
})

export const exportAllTransactions = call({
  method: 'GET',
  path: '/api/admin/transactions/export',
  audience: 'admin',
  summary: 'Download transactions of all stores as CSV',
  query: z.strictObject({ ...filter, sort: transactionSort }),
  output: z.unknown(),
  media: 'text/csv',
})

export const printAllTransactions = call({
  method: 'GET',
  path: '/api/admin/transactions/pdf',
  audience: 'admin',
  summary: 'Download up to 5,000 transactions of all stores as a PDF statement',
  query: z.strictObject({ ...filter, sort: transactionSort }),
  output: z.unknown(),
  media: 'application/pdf',
  errors: ['too-many-rows'],
})

export const summarizeAllTransactions = call({
  method: 'GET',
  path: '/api/admin/transactions/summary',
  audience: 'admin',
  summary: 'Retrieve counts and totals of the transactions of all stores',
  query: z.strictObject(filter),
  output: transactionSummary,
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
