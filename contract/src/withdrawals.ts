import { z } from 'zod'
import { call } from './call.ts'
import { positiveAmount } from './invoices.ts'
import { declareList } from './lists.ts'
import { btcAmount, emptyAsAbsent, id, idParam, text, timestamp, totpCode, usdAmount } from './scalars.ts'

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

export const withdrawal = z
  .strictObject({
    id: id.describe('The withdrawal’s ID.'),
    status: z
      .enum(sendStatuses)
      .describe('`requested` can still be canceled. `signed` and `broadcast` are being sent and can’t be stopped.'),
    customerAmount: usdAmount.describe('The amount that was requested, in dollars.'),
    totalFee: usdAmount.describe('The platform’s fee, in dollars.'),
    partnerShare: usdAmount.describe('The part of the fee that partners get.'),
    merchantShare: usdAmount.describe('The rest of the fee, which the platform keeps.'),
    netAmountSent: usdAmount.describe('What the receiver gets, in dollars.'),
    amountBtc: btcAmount.describe('What the receiver gets, in bitcoin.'),
    networkFeeBtc: btcAmount.nullable().describe('The network fee in bitcoin, once it is known.'),
    networkFeeUsd: usdAmount.nullable().describe('The network fee in dollars, once it is known.'),
    btcPrice: usdAmount.describe('The price of one bitcoin that was used, in dollars.'),
    address: z.string().describe('Where it is sent to.'),
    description: z.string().nullable().describe('Your own note.'),
    promoCode: z.string().nullable().describe('The promo code that waived the fee.'),
    amountSavedUsd: usdAmount.nullable().describe('What the promo code saved, in dollars.'),
    txid: z.string().nullable().describe('The transaction, once it is signed.'),
    confirmations: z.number().int().describe('How many blocks confirm the transaction.'),
    problem: z.string().nullable().describe('Why it makes no progress, or why it failed.'),
    mayBeCancelled: z.boolean().describe('Whether it can still be canceled.'),
    requestedBy: z.string().describe('The person or API key that requested it.'),
    requestedAt: timestamp.describe('When it was requested.'),
    broadcastAt: timestamp.nullable().describe('When it was sent to the network.'),
    confirmedAt: timestamp.nullable().describe('When it had its first confirmation.'),
  })
  .meta({ id: 'Withdrawal', description: 'A withdrawal from the store’s wallet.' })
export type Withdrawal = z.infer<typeof withdrawal>

/** What a withdrawal would cost now. The network fee is added. */
export const quoteWithdrawal = call({
  method: 'POST',
  path: '/api/merchant/withdrawal/quote',
  audience: 'merchant',
  summary: 'Quote a withdrawal at current prices',
  body: z.strictObject({
    customerAmount,
    // Not trimmed, so that a quote refuses what the withdrawal refuses.
    address: emptyAsAbsent(z.string().max(200)),
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
  /** In base64, where only the merchant can sign. */
  psbt: z.string().optional(),
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

export const sendFormerWallet = call({
  method: 'POST',
  path: '/api/merchant/wallet/former/:id/send',
  audience: 'merchant-owner',
  summary: 'Send all coins of a wallet that the store has left to its present wallet. The network fee is deducted',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject({ twoFactorToken: emptyAsAbsent(totpCode) }),
  output: sent,
  accepted: sent,
  errors: [
    'not-found',
    'not-configured',
    'second-factor-needed',
    'invalid-verification-code',
    'own-keys',
    'amount-too-small',
    'price-too-old',
    'engine-unavailable',
    'engine-refused',
    'withdrawals-paused',
    'withdrawals-closed',
    'idempotency-key-reused',
    'withdrawal-ended',
  ],
})

/** `pending` is everything that is requested, signed or broadcast. */
export const withdrawalStates = ['pending', 'confirmed', 'failed', 'canceled'] as const

/** The words of screens, statements and files. */
export const withdrawalStateWords: Record<(typeof withdrawalStates)[number], string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  failed: 'Failed',
  canceled: 'Canceled',
}
export const sendStatusWords: Record<(typeof sendStatuses)[number], string> = {
  requested: withdrawalStateWords.pending,
  signed: withdrawalStateWords.pending,
  broadcast: withdrawalStateWords.pending,
  confirmed: withdrawalStateWords.confirmed,
  failed: withdrawalStateWords.failed,
  cancelled: withdrawalStateWords.canceled,
}

/** A merchant's withdrawals by the time of the request, by amount (`gross`), or by amount with all fees (`net`). */
export const withdrawalList = declareList({
  name: 'withdrawals',
  audience: 'merchant',
  path: '/api/merchant/withdrawals',
  row: withdrawal,
  filters: {
    status: { kind: 'one-of', values: withdrawalStates, description: 'Only withdrawals in this state.' },
    search: {
      kind: 'text',
      longest: 200,
      description: 'An address or a transaction hash from its beginning, or words of the description.',
    },
  },
  sorts: ['date', 'gross', 'net'],
  columns: {
    address: { width: '14.5rem', below: { 1040: '13.5rem', 780: 'minmax(8rem, 1fr)' }, area: 'a', always: true },
    notes: { width: 'minmax(7rem, 1fr)', below: { 780: 'minmax(5rem, 0.7fr)' }, area: 'n' },
    status: {
      width: 'minmax(9rem, 1.4fr)',
      below: { 1040: 'minmax(7rem, 1fr)', 780: '7rem' },
      area: 's',
      always: true,
    },
    date: { width: '9rem', below: { 1040: '8.5rem', 780: null }, area: 'd', sort: 'date' },
    gross: { width: '7.625rem', area: 'g', sort: 'gross', numeric: true, always: true },
    net: { width: '6.5rem', below: { 1040: null }, sort: 'net', numeric: true },
  },
  // Three lines: status and amount, address and bitcoin, then notes and date.
  block: {
    below: 560,
    grid: '"s g" auto "a g" auto "n d" auto / minmax(0, 1fr) auto',
    gap: '0.125rem 0.75rem',
    minHeight: '3rem',
    padding: '0.5rem 1rem 0.625rem',
  },
  file: {
    name: 'bitquay-withdrawals',
    date: 'requestedAt',
    columns: {
      ID: 'id',
      Status: null,
      'Amount (USD)': 'customerAmount',
      'Network fee (USD)': 'networkFeeUsd',
      'Platform fee (USD)': 'totalFee',
      'Total (USD)': null,
      'Amount (BTC)': 'amountBtc',
      'Network fee (BTC)': 'networkFeeBtc',
      'Price (USD)': 'btcPrice',
      Address: 'address',
      Description: 'description',
      'Transaction hash': 'txid',
      Confirmations: 'confirmations',
      'Confirmed at': 'confirmedAt',
      'Promo code': 'promoCode',
      'Requested by': 'requestedBy',
    },
  },
  summary: z.strictObject({
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
  texts: {
    list: 'List your withdrawals, newest first',
    export: 'Download your withdrawals as CSV, with the same filters',
    print: 'Download up to 5,000 of your withdrawals as a PDF statement, with the same filters',
    summarize: 'Counts and totals of your withdrawals, with the same filters',
  },
})
export const listWithdrawals = withdrawalList.calls.list
export const exportWithdrawals = withdrawalList.calls.export
export const printWithdrawals = withdrawalList.calls.print
export const summarizeWithdrawals = withdrawalList.calls.summarize

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
