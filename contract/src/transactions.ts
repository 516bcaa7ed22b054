import { z } from 'zod'
import { call } from './call.ts'
import { btcAmount, page, text, timestamp, usdAmount } from './scalars.ts'

/** A transaction as the Transaction Center shows it. Fields that only an explorer knows are null until it was read. */
export const transaction = z.strictObject({
  /** The transaction hash, or the payment hash on Lightning. */
  id: z.string(),
  key: z.string(),
  type: z.enum(['incoming', 'outgoing']),
  status: z.enum(['confirmed', 'unconfirmed', 'failed']),
  disputed: z.boolean(),
  paymentMethod: z.enum(['BTC', 'BTC-LN']),
  purpose: z.enum(['invoice', 'deposit', 'withdrawal', 'sweep', 'loop-out', 'refund', 'outside']),
  amount: z.string().regex(/^-?\d+\.\d{8}$/),
  amountUSD: usdAmount.nullable(),
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

const filter = {
  type: z.enum(['incoming', 'outgoing']).optional(),
  status: z.enum(['confirmed', 'unconfirmed', 'failed']).optional(),
  method: z.enum(['BTC', 'BTC-LN']).optional(),
  invoices: z.enum(['true', 'false']).optional(),
  search: text(200).optional(),
  minAmount: z
    .string()
    .regex(/^\d{1,8}(\.\d{1,8})?$/, 'Please enter a valid amount')
    .optional(),
  from: timestamp.optional(),
  to: timestamp.optional(),
}

export const listTransactions = call({
  method: 'GET',
  path: '/api/merchant/transactions',
  audience: 'merchant',
  summary: 'The merchant’s transactions, newest first',
  query: z.strictObject({ ...page, ...filter }),
  output: z.array(transaction),
})

export const exportTransactions = call({
  method: 'GET',
  path: '/api/merchant/transactions/export',
  audience: 'merchant',
  summary: 'The merchant’s transactions as a table for spreadsheets, with the same filters',
  query: z.strictObject(filter),
  output: z.unknown(),
  media: 'text/csv',
})

/** Counts stop at 10,000: nobody reads further, and a count must not get slower over the years. */
export const countTransactions = call({
  method: 'GET',
  path: '/api/merchant/transactions/summary',
  audience: 'merchant',
  summary: 'The four tiles of the Transaction Center',
  query: z.strictObject(filter),
  output: z.strictObject({
    total: z.number().int(),
    filtered: z.number().int(),
    invoices: z.number().int(),
    confirmed: z.number().int(),
    pending: z.number().int(),
    cap: z.number().int(),
  }),
})

/** Received volume per day, for the weekly chart. */
export const getWeek = call({
  method: 'GET',
  path: '/api/merchant/week',
  audience: 'merchant',
  summary: 'What was received on each of the last seven days',
  output: z.array(
    z.strictObject({ day: z.string(), confirmedUsd: usdAmount, pendingUsd: usdAmount, count: z.number().int() }),
  ),
})
