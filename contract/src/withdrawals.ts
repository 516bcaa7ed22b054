import { z } from 'zod'
import { call } from './call.ts'
import { positiveAmount } from './invoices.ts'
import { period, sortBy } from './lists.ts'
import { btcAmount, emptyAsAbsent, id, idParam, page, text, timestamp, totpCode, usdAmount } from './scalars.ts'

/** `requested` can still be canceled. `signed` and `broadcast` are being sent and can't be stopped. */
export const sendStatuses = ['requested', 'signed', 'broadcast', 'confirmed', 'failed', 'cancelled'] as const

const customerAmount = positiveAmount(2, 'Customer withdrawal amount must be positive')

/** How the platform's fee on a withdrawal is split: `merchantShare` is the platform's part, the rest the partners'. */
const feeParts = {
  customerAmount: usdAmount,
  totalFee: usdAmount,
  partnerShare: usdAmount,
  merchantShare: usdAmount,
  partnerSharePerPartner: usdAmount,
  netAmountToSend: usdAmount,
}

const sentFee = z.union([z.number(), z.string()]).transform(String)

export const withdrawalForm = z.strictObject({
  address: z.string('Bitcoin address is required').min(1, 'Bitcoin address is required').max(200),
  customerAmount,
  /** Optional, and refused if they differ from the server's own. */
  netAmountToSend: sentFee.optional(),
  fees: z
    .strictObject({
      customerAmount: sentFee.optional(),
      totalFee: sentFee.optional(),
      partnerShare: sentFee.optional(),
      merchantShare: sentFee.optional(),
      netAmountToSend: sentFee.optional(),
      partnerSharePerPartner: sentFee.optional(),
    })
    .optional(),
  description: emptyAsAbsent(text(500)),
  promoCode: emptyAsAbsent(text(64)),
  twoFactorToken: emptyAsAbsent(totpCode),
})

export const withdrawal = z.strictObject({
  id,
  status: z.enum(sendStatuses),
  customerAmount: usdAmount,
  totalFee: usdAmount,
  partnerShare: usdAmount,
  merchantShare: usdAmount,
  netAmountSent: usdAmount,
  amountBtc: btcAmount,
  networkFeeBtc: btcAmount.nullable(),
  networkFeeUsd: usdAmount.nullable(),
  btcPrice: usdAmount,
  address: z.string(),
  description: z.string().nullable(),
  promoCode: z.string().nullable(),
  amountSavedUsd: usdAmount.nullable(),
  txid: z.string().nullable(),
  confirmations: z.number().int(),
  /** Why it makes no progress, or why it failed. */
  problem: z.string().nullable(),
  mayBeCancelled: z.boolean(),
  requestedBy: z.string(),
  requestedAt: timestamp,
  broadcastAt: timestamp.nullable(),
  confirmedAt: timestamp.nullable(),
})
export type Withdrawal = z.infer<typeof withdrawal>

/** What a withdrawal would cost now. The network fee is added. */
export const quoteWithdrawal = call({
  method: 'POST',
  path: '/api/merchant/withdrawal/quote',
  audience: 'merchant',
  summary: 'Quote a withdrawal at current prices',
  body: z.strictObject({
    customerAmount,
    address: emptyAsAbsent(text(200)),
    promoCode: emptyAsAbsent(text(64)),
  }),
  output: z.strictObject({
    ...feeParts,
    netAmountBtc: btcAmount,
    networkFeeUsd: usdAmount,
    networkFeeBtc: btcAmount,
    feeRate: z.number(),
    /** What leaves the merchant: the amount plus the platform's fee plus the network fee. */
    totalUsd: usdAmount,
    totalBtc: btcAmount,
    /** The largest amount that can be withdrawn. Without a platform fee it is the balance's `availableUsd`. */
    availableUsd: usdAmount,
    sufficient: z.boolean(),
    price: usdAmount,
    /** How much of this fee a promo code would waive, and of fees owed. Null without one. */
    promo: z.strictObject({ code: z.string(), savesUsd: usdAmount }).nullable(),
  }),
  errors: ['not-configured', 'price-too-old', 'invalid-promo-code', 'invalid-address'],
})

const sent = z.strictObject({
  txid: z.string().nullable(),
  status: z.enum(['processing', 'broadcast', 'confirmed']),
  withdrawal,
})

export const withdraw = call({
  method: 'POST',
  path: '/api/merchant/withdrawal',
  audience: 'merchant-manager',
  summary: 'Create a customer withdrawal. Responds once broadcast, or with 202 after 10 seconds',
  body: withdrawalForm,
  output: sent,
  accepted: sent,
  errors: [
    'not-configured',
    'second-factor-needed',
    'invalid-verification-code',
    'insufficient-balance',
    'invalid-address',
    'amount-too-small',
    'fees-differ',
    'price-too-old',
    'invalid-promo-code',
    'withdrawals-paused',
    'withdrawals-closed',
    'idempotency-key-reused',
    'withdrawal-ended',
  ],
})

/** `pending` is everything that is requested, signed or broadcast. */
export const withdrawalStates = ['pending', 'confirmed', 'failed', 'canceled'] as const

/** Filters of a merchant's withdrawals. The range is of the time of the request. */
export const withdrawalFilter = {
  status: z.enum(withdrawalStates).optional(),
  /** An address or a transaction hash from its beginning, or words of the description. */
  search: text(200).optional(),
  ...period,
}

/** By date (newest first by default), by amount (`gross`), or by amount with all fees (`net`), as transactions are. */
export const withdrawalSort = sortBy('date', 'gross', 'net')

export const listWithdrawals = call({
  method: 'GET',
  path: '/api/merchant/withdrawals',
  audience: 'merchant',
  summary: 'List your withdrawals, newest first',
  query: z.strictObject({ ...page, ...withdrawalFilter, sort: withdrawalSort }),
  output: z.array(withdrawal),
})

export const exportWithdrawals = call({
  method: 'GET',
  path: '/api/merchant/withdrawals/export',
  audience: 'merchant',
  summary: 'Download your withdrawals as CSV, with the same filters',
  query: z.strictObject({ ...withdrawalFilter, sort: withdrawalSort }),
  output: z.unknown(),
  media: 'text/csv',
})

export const printWithdrawals = call({
  method: 'GET',
  path: '/api/merchant/withdrawals/pdf',
  audience: 'merchant',
  summary: 'Download up to 5,000 of your withdrawals as a PDF statement, with the same filters',
  query: z.strictObject({ ...withdrawalFilter, sort: withdrawalSort }),
  output: z.unknown(),
  media: 'application/pdf',
  errors: ['too-many-rows'],
})

export const summarizeWithdrawals = call({
  method: 'GET',
  path: '/api/merchant/withdrawals/summary',
  audience: 'merchant',
  summary: 'Counts and totals of your withdrawals, with the same filters',
  query: z.strictObject(withdrawalFilter),
  output: z.strictObject({
    /** Without any filter. */
    total: z.number().int(),
    /** With the filters. */
    filtered: z.number().int(),
    /** With the other filters, whatever `status` is. */
    statuses: z.strictObject({
      pending: z.number().int(),
      confirmed: z.number().int(),
      failed: z.number().int(),
      canceled: z.number().int(),
    }),
    /**
     * With the filters, of pending and confirmed withdrawals: what failed or was canceled left no wallet. Amount, network
     * fee and platform fee add up to the total. A network fee counts once it is known.
     */
    amountUsd: usdAmount,
    networkFeeUsd: usdAmount,
    platformFeeUsd: usdAmount,
    totalUsd: usdAmount,
    /** False when a search matches more than `cap` rows. All but `total` then cover the newest `cap` rows. */
    exact: z.boolean(),
    cap: z.number().int(),
  }),
})

export const getWithdrawal = call({
  method: 'GET',
  path: '/api/merchant/withdrawals/:id',
  audience: 'merchant',
  summary: 'Retrieve a withdrawal',
  params: z.strictObject({ id: idParam }),
  output: withdrawal,
})

export const cancelWithdrawal = call({
  method: 'POST',
  path: '/api/merchant/withdrawals/:id/cancel',
  audience: 'merchant-manager',
  summary: 'Cancel a withdrawal before it is signed',
  params: z.strictObject({ id: idParam }),
  output: withdrawal,
  errors: ['too-late-to-cancel'],
})
