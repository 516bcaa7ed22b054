import { z } from 'zod'
import { jsonObject, msatString, satString, shortId, unixSeconds } from './primitives.ts'

export const lightningNode = z.object({
  nodeURIs: z.array(z.string()),
  blockHeight: z.int(),
  alias: z.string().nullish(),
  color: z.string().nullish(),
  version: z.string().nullish(),
  peersCount: z.int().nullish(),
  activeChannelsCount: z.int().nullish(),
  inactiveChannelsCount: z.int().nullish(),
  pendingChannelsCount: z.int().nullish(),
})
export type LightningNode = z.infer<typeof lightningNode>

/** The node's balance, not the store's: all stores on the internal node share it. */
export const lightningBalance = z.object({
  onchain: z
    .object({ confirmed: satString.nullish(), unconfirmed: satString.nullish(), reserved: satString.nullish() })
    .nullish(),
  offchain: z
    .object({
      opening: msatString.nullish(),
      local: msatString.nullish(),
      remote: msatString.nullish(),
      closing: msatString.nullish(),
    })
    .nullish(),
})
export type LightningBalance = z.infer<typeof lightningBalance>

export type CreateLightningInvoiceRequest = {
  /** Millisatoshis in a string. `'0'` lets the payer choose. */
  amount: string
  description?: string
  descriptionHashOnly?: boolean
  /** Seconds. */
  expiry: number
  privateRouteHints?: boolean
}

export const lightningInvoiceStatus = z.enum(['Unpaid', 'Paid', 'Expired'])

export const lightningInvoice = z.object({
  id: shortId,
  status: lightningInvoiceStatus,
  BOLT11: z.string().max(10_000),
  paymentHash: z.string().max(200),
  preimage: z.string().nullish(),
  paidAt: unixSeconds.nullish(),
  expiresAt: unixSeconds,
  amount: msatString.nullish(),
  amountReceived: msatString.nullish(),
  customRecords: jsonObject.nullish(),
})
export type LightningInvoice = z.infer<typeof lightningInvoice>
export const lightningInvoices = z.array(lightningInvoice)

export type PayLightningInvoiceRequest = {
  BOLT11: string
  /** Millisatoshis, for invoices without an amount. */
  amount?: string
  /** Percent as a decimal string. */
  maxFeePercent?: string
  /** Satoshis. */
  maxFeeFlat?: string
  /** Seconds. */
  sendTimeout?: number
}

export const lightningPaymentStatus = z.enum(['Unknown', 'Pending', 'Complete', 'Failed'])

/** A 202 of pay may carry only `status`: then even the hash is null, and the caller has it from the BOLT11. */
export const lightningPayment = z.object({
  id: z.string().nullish(),
  paymentHash: z.string().nullish(),
  status: lightningPaymentStatus,
  BOLT11: z.string().nullish(),
  preimage: z.string().nullish(),
  createdAt: unixSeconds.nullish(),
  totalAmount: msatString.nullish(),
  feeAmount: msatString.nullish(),
})
export type LightningPayment = z.infer<typeof lightningPayment>
export const lightningPayments = z.array(lightningPayment)
