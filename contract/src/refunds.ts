import { z } from 'zod'
import { currency, positiveAmount } from './amounts.ts'
import { shopBrand } from './brands.ts'
import { call } from './call.ts'
import { btcAmount, id, idParam, oneLine, text, timestamp, totpCode, usdAmount } from './scalars.ts'

/** `claimed`: the customer entered an address, and the money is being sent. */
export const refundStatuses = ['offered', 'claimed', 'paid', 'called-off', 'expired'] as const

/** What can be refunded without naming an amount. */
export const refundKinds = ['overpaid', 'everything'] as const

export const refund = z
  .strictObject({
    id: id.describe('The refund’s ID.'),
    invoiceId: z.string().describe('The invoice that is refunded.'),
    kind: z
      .enum([...refundKinds, 'partial'])
      .describe('`overpaid` and `everything` name no amount. `partial` is an amount that was named.'),
    status: z
      .enum(refundStatuses)
      .describe(
        '`offered` waits for the customer. `claimed` is being sent. `paid` has its first confirmation. `called-off` was canceled.',
      ),
    awaitingApproval: z
      .boolean()
      .describe('A program started it, and its claim waits until a person approves it with 2FA.'),
    signingRequestId: id
      .nullable()
      .describe('The signing request, while it waits for a signature from a wallet of your own. Otherwise null.'),
    handedOutId: id
      .nullable()
      .describe(
        'A signing request of this refund that has ended, although its PSBT can still be signed and sent. Otherwise null.',
      ),
    amount: z
      .string()
      .describe('As requested: in the invoice’s currency, dollars or bitcoin, at the rate that the customer paid at.'),
    currency: z.string().describe('The currency of `amount`.'),
    amountBtc: btcAmount.describe('What the customer gets, in bitcoin.'),
    amountUsd: usdAmount.describe('The same in dollars, at the rate that the customer paid at.'),
    reason: z.string().nullable().describe('Why the money is paid back. The customer sees it too.'),
    customerEmail: z.string().nullable().describe('Where the claim link was emailed.'),
    address: z.string().nullable().describe('The address that the customer entered.'),
    txid: z.string().nullable().describe('The transaction that pays the refund.'),
    confirmations: z.number().int().describe('How many blocks confirm that transaction.'),
    offeredBy: z.string().describe('The person or API key that created the refund.'),
    offeredAt: timestamp.describe('When it was created.'),
    expiresAt: timestamp.describe('Until when the customer can claim it.'),
    claimedAt: timestamp.nullable().describe('When the customer claimed it.'),
    paidAt: timestamp.nullable().describe('When its transaction had its first confirmation.'),
  })
  .meta({ id: 'Refund', description: 'A refund of an invoice, or of a part of it.' })
export type Refund = z.infer<typeof refund>

/**
 * The part of an invoice that can be refunded now. Zero if there is nothing to refund, or if the invoice can still be
 * paid.
 */
export const refundable = z
  .strictObject({
    everythingBtc: btcAmount.describe('All that is left to refund.'),
    overpaidBtc: btcAmount.describe('The part that was paid too much.'),
    rates: z
      .record(z.string(), z.string())
      .describe('What one bitcoin cost when the customer paid, in the invoice’s currency and in dollars.'),
  })
  .meta({ id: 'Refundable', description: 'What can be refunded now. Zero while the invoice can still be paid.' })

/** What a refund of an amount needs. Without an amount it is everything that is left. */
export const refundOrder = {
  amount: positiveAmount(8, 'Please enter a valid amount')
    .optional()
    .describe('How much to refund, in `currency`. Everything that is left when left out.'),
  currency: currency
    .optional()
    .describe('The invoice’s currency when left out. Otherwise the invoice’s currency, USD, BTC or SATS.'),
  reason: text(500).overwrite(oneLine).optional().describe('Why, up to 500 characters. The customer sees it.'),
}

const refundErrors = [
  'not-configured',
  'nothing-to-refund',
  'refund-too-large',
  'amount-too-small',
  'second-factor-needed',
  'invalid-verification-code',
  'withdrawals-paused',
  'withdrawals-closed',
  'idempotency-key-reused',
] as const

/** The claim link is shown to a person with a second factor, and never to an API key. */
const offeredRefund = z.strictObject({
  ...refund.shape,
  claimLink: z.string(),
  /** Whether the link was also emailed to the customer. */
  emailed: z.boolean(),
})

export const createRefund = call({
  method: 'POST',
  path: '/api/merchant/invoices/:invoiceId/refunds',
  audience: 'merchant-manager',
  summary:
    'Refund an invoice in part or in full. Together, its refunds never exceed what was received and confirmed. The same Idempotency-Key never creates two',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  body: z.strictObject({ ...refundOrder, twoFactorToken: totpCode.optional() }),
  output: offeredRefund,
  errors: refundErrors,
})

export const offerRefund = call({
  method: 'POST',
  path: '/api/merchant/invoices/:invoiceId/refund',
  audience: 'merchant-manager',
  summary: 'Refund the overpaid amount, or everything that is left',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  body: z.strictObject({
    kind: z.enum(refundKinds),
    reason: refundOrder.reason,
    twoFactorToken: totpCode.optional(),
  }),
  output: offeredRefund,
  errors: refundErrors,
})

export const approveRefund = call({
  method: 'POST',
  path: '/api/merchant/refunds/:id/approve',
  audience: 'merchant-manager',
  summary: 'Approve a claimed refund that a shop’s program started. It is sent immediately',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject({ twoFactorToken: totpCode.optional() }),
  output: refund,
  errors: [
    'not-configured',
    'second-factor-needed',
    'invalid-verification-code',
    'refund-closed',
    'refund-not-payable',
    'refund-handed-out',
    'invalid-address',
    'withdrawals-paused',
    'withdrawals-closed',
  ],
})

export const callOffRefund = call({
  method: 'POST',
  path: '/api/merchant/refunds/:id/call-off',
  audience: 'merchant-manager',
  summary: 'Cancel a refund before it is sent',
  params: z.strictObject({ id: idParam }),
  output: refund,
  errors: ['refund-claimed'],
})

const token = z.string().regex(/^[\w-]{20,100}$/, 'This link isn’t valid')

/** What the customer sees. The token is in the body, so that it is never logged. */
const claim = z.strictObject({
  storeName: z.string(),
  brand: shopBrand,
  /** A deactivated store's refunds can't be claimed. */
  storeActive: z.boolean(),
  status: z.enum(refundStatuses),
  /** The store must approve it before it is sent. */
  awaitingApproval: z.boolean(),
  /** The shop signs it with keys of its own, which can take two days. */
  signedByShop: z.boolean(),
  amount: z.string(),
  currency: z.string(),
  amountBtc: btcAmount,
  amountUsd: usdAmount,
  reason: z.string().nullable(),
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
  summary: 'Retrieve a refund as its customer sees it',
  body: z.strictObject({ token }),
  output: claim,
  errors: ['not-found'],
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
  summary: 'Claim a refund to an address. The first claim counts',
  body: z.strictObject({ token, address: refundAddress }),
  output: claim,
  errors: [
    'not-found',
    'invalid-address',
    'refund-claimed',
    'refund-store-inactive',
    'refund-closed',
    'refund-not-payable',
    'withdrawals-paused',
  ],
})
