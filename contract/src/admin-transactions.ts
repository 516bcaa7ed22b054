import { z } from 'zod'
import { call } from './call.ts'
import { btcAmount, id, idParam, page, text, usdAmount } from './scalars.ts'

export const adminTransaction = z.strictObject({
  id,
  merchantId: id,
  merchantName: z.string(),
  type: z.enum(['incoming', 'outgoing']),
  purpose: z.enum(['invoice', 'deposit', 'withdrawal', 'sweep', 'loop-out', 'refund', 'outside']),
  paymentMethod: z.enum(['BTC', 'BTC-LN']),
  amount: btcAmount,
  amountUSD: usdAmount.nullable(),
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
  status: z.enum(['pending', 'confirmed', 'failed']).optional(),
  /** The beginning of a hash, address or invoice, the store's name, or words of the description. */
  search: text(200).optional(),
}

export const listAllTransactions = call({
  method: 'GET',
  path: '/api/admin/transactions',
  audience: 'admin',
  summary: 'The transactions of all stores, newest first',
  query: z.strictObject({ ...page, ...filter }),
  output: z.array(adminTransaction),
})

export const exportAllTransactions = call({
  method: 'GET',
  path: '/api/admin/transactions/export',
  audience: 'admin',
  summary: 'The transactions of all stores as a table for spreadsheets, with the same filters',
  query: z.strictObject(filter),
  output: z.unknown(),
  media: 'text/csv',
})

/** For a select box: the first hundred by name. */
export const listStores = call({
  method: 'GET',
  path: '/api/admin/stores',
  audience: 'admin',
  summary: 'Stores by name, to filter by',
  query: z.strictObject({ search: text(120).optional() }),
  output: z.array(z.strictObject({ merchantId: id, storeName: z.string() })),
})
