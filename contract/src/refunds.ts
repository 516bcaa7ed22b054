import { z } from 'zod'
import { call } from './call.ts'
import { btcAmount, id, idParam, timestamp, totpCode, usdAmount } from './scalars.ts'

/** `claimed`: the customer entered an address, and the money is being sent. */
export const refundStatuses = ['offered', 'claimed', 'paid', 'called-off', 'expired'] as const

export const refundKinds = ['overpaid', 'everything'] as const

export const refund = z.strictObject({
  id,
  invoiceId: z.string(),
  kind: z.enum(refundKinds),
  status: z.enum(refundStatuses),
  amountBtc: btcAmount,
  amountUsd: usdAmount,
  customerEmail: z.string().nullable(),
  address: z.string().nullable(),
  txid: z.string().nullable(),
  confirmations: z.number().int(),
  offeredBy: z.string(),
  offeredAt: timestamp,
  expiresAt: timestamp,
  claimedAt: timestamp.nullable(),
  paidAt: timestamp.nullable(),
})
export type Refund = z.infer<typeof refund>

/**
 * The part of an invoice that can be refunded now. Zero if there is nothing to refund, or if the invoice can still be
 * paid.
 */
export const refundable = z.strictObject({ everythingBtc: btcAmount, overpaidBtc: btcAmount })

export const offerRefund = call({
  method: 'POST',
  path: '/api/merchant/invoices/:invoiceId/refund',
  audience: 'merchant-manager',
  summary:
    'Offer a customer money back: what was paid too much, or everything that is left; the same Idempotency-Key never offers it twice',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  body: z.strictObject({ kind: z.enum(refundKinds), twoFactorToken: totpCode.optional() }),
  output: z.strictObject({
    ...refund.shape,
    claimLink: z.string(),
    /** Whether the link was also emailed to the customer. */
    emailed: z.boolean(),
  }),
  errors: [
    'not-configured',
    'nothing-to-refund',
    'amount-too-small',
    'second-factor-needed',
    'invalid-verification-code',
    'withdrawals-paused',
    'withdrawals-closed',
    'idempotency-key-reused',
  ],
})

export const callOffRefund = call({
  method: 'POST',
  path: '/api/merchant/refunds/:id/call-off',
  audience: 'merchant-manager',
  summary: 'Call a refund off before it is claimed',
  params: z.strictObject({ id: idParam }),
  output: refund,
  errors: ['refund-claimed'],
})

const token = z.string().regex(/^[\w-]{20,100}$/, 'This link is not valid')

/** What the customer sees. The token is in the body, so that it is never logged. */
const claim = z.strictObject({
  storeName: z.string(),
  /** A deactivated store's refunds can't be claimed. */
  storeActive: z.boolean(),
  status: z.enum(refundStatuses),
  amountBtc: btcAmount,
  amountUsd: usdAmount,
  description: z.string().nullable(),
  address: z.string().nullable(),
  txid: z.string().nullable(),
  confirmations: z.number().int(),
  expiresAt: timestamp,
  paidAt: timestamp.nullable(),
})
export type RefundClaim = z.infer<typeof claim>

export const viewRefund = call({
  method: 'POST',
  path: '/api/refunds/view',
  audience: 'public',
  summary: 'What a customer sees of a refund',
  body: z.strictObject({ token }),
  output: claim,
})

export const refundAddress = z
  .string('Please enter a Bitcoin address')
  .trim()
  .min(1, 'Please enter a Bitcoin address')
  .max(200)

export const claimRefund = call({
  method: 'POST',
  path: '/api/refunds/claim',
  audience: 'public',
  summary: 'Claim a refund: the money goes to this address. The first claim counts',
  body: z.strictObject({ token, address: refundAddress }),
  output: claim,
  errors: [
    'invalid-address',
    'refund-claimed',
    'refund-store-inactive',
    'refund-closed',
    'refund-not-payable',
    'withdrawals-paused',
  ],
})
