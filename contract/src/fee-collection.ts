import { z } from 'zod'
import { call } from './call.ts'
import { btcAmount, timestamp, usdAmount } from './scalars.ts'

const money = z.strictObject({ btc: btcAmount, usd: usdAmount })

/** Fee invoices are numbered, so that people can name one. */
export const feeInvoiceNumber = (id: number) => `FI-${id}`

const feeInvoice = z.strictObject({
  number: z.string(),
  /** What it asked for when it was created. */
  amount: money,
  /** What is left to pay, at today’s price. */
  due: money,
  /** In the platform’s wallet. It stays valid, and whatever is paid to it pays the oldest fees first. */
  address: z.string(),
  createdAt: timestamp,
  /** Since when a part of it was asked for, on this invoice or on those that it replaced. */
  owedSince: timestamp,
})
export type FeeInvoice = z.infer<typeof feeInvoice>

export const getFeeInvoice = call({
  method: 'GET',
  path: '/api/merchant/fee-invoice',
  audience: 'merchant',
  summary: 'Retrieve the open invoice for fees that can’t be collected from the wallet',
  output: z.strictObject({
    /** Null while nothing is asked for. */
    invoice: feeInvoice.nullable(),
    /** What was paid beyond the fees. It pays for later ones. */
    credit: money,
  }),
})
