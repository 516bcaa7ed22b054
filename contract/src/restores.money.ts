import { z } from 'zod'
import { call } from './call.ts'
import { btcAmount, done, id, idField, timestamp, usdAmount } from './scalars.ts'

const txid = z.string().regex(/^[0-9a-f]{64}$/, 'Expected 64 hex digits')
const claimKind = z.enum(['send', 'refund'])

/** A transaction that left a wallet and that the restored database doesn't know. */
export const unknownTransaction = z.strictObject({
  /** The wallet that it left. */
  storeRef: id,
  merchantId: id.nullable(),
  /** The merchant's name, or empty for the platform's own wallet. */
  owner: z.string(),
  txid: z.string(),
  amountBtc: btcAmount,
  seenAt: timestamp,
  /** What it probably was, as far as the chain tells. */
  suggestion: z.enum(['sweep', 'payout']).nullable(),
  /** The partner who was paid at the same address before. */
  partnerId: id.nullable(),
})
export type UnknownTransaction = z.infer<typeof unknownTransaction>

/** A payment of the restored database that could be repeated. */
export const restoredClaim = z.strictObject({
  kind: claimKind,
  id,
  type: z.enum(['withdrawal', 'refund', 'payout', 'sweep', 'loop-out']),
  merchantId: id.nullable(),
  owner: z.string(),
  about: z.string().nullable(),
  amountUsd: usdAmount,
  amountBtc: btcAmount,
  requestedAt: timestamp,
  /** Whether its wallet was synced since the restore. Before that it may be paid already. */
  isSynced: z.boolean(),
  /** The transaction that may have paid it. */
  match: z
    .strictObject({ txid: z.string(), amountBtc: btcAmount, seenAt: timestamp, address: z.enum(['same', 'other']) })
    .nullable(),
  decision: z.enum(['paid', 'pay', 'cancel']).nullable(),
  txid: z.string().nullable(),
})
export type RestoredClaim = z.infer<typeof restoredClaim>

export const getRestoredMoney = call({
  method: 'GET',
  path: '/api/admin/restore/money',
  audience: 'admin',
  summary: 'Payments that a restored database could repeat, and transactions of the wallets that it doesn’t know',
  output: z.strictObject({
    claims: z.array(restoredClaim),
    unknown: z.array(unknownTransaction),
    recorded: z.array(
      z.strictObject({
        storeRef: id,
        merchantId: id.nullable(),
        owner: z.string(),
        txid: z.string(),
        recordedAs: z.string(),
      }),
    ),
    /** Nothing leaves these until they have synced. */
    unsyncedStores: z.number().int(),
  }),
})

export const decideRestoredClaim = call({
  method: 'POST',
  path: '/api/admin/restore/claims',
  audience: 'admin',
  recentPassword: true,
  summary:
    'Decide on a payment that a restored database could repeat: already paid, pay it after the review, or cancel it',
  body: z.discriminatedUnion('decision', [
    z.strictObject({ kind: claimKind, id: idField, decision: z.enum(['paid', 'other']), txid }),
    z.strictObject({ kind: claimKind, id: idField, decision: z.enum(['pay', 'cancel', 'undecided']) }),
  ]),
  output: done,
  errors: [
    'not-found',
    'conflict',
    'not-reviewer',
    'engine-unavailable',
    'too-late-to-cancel',
    'refund-closed',
    'refund-claimed',
  ],
})

const recorded = { storeRef: idField, txid }

export const recordUnknownTransaction = call({
  method: 'POST',
  path: '/api/admin/restore/transactions',
  audience: 'admin',
  recentPassword: true,
  summary: 'Record what a transaction was that nothing in a restored database asks for',
  body: z.discriminatedUnion('as', [
    z.strictObject({ ...recorded, as: z.enum(['withdrawal', 'sweep', 'outside']) }),
    z.strictObject({ ...recorded, as: z.literal('refund'), invoiceId: z.string().trim().min(1).max(100) }),
    z.strictObject({ ...recorded, as: z.literal('payout'), partnerId: idField }),
  ]),
  output: done,
  errors: ['not-found', 'conflict', 'not-reviewer', 'engine-unavailable', 'insufficient-balance'],
})

export const listUnownedLightning = call({
  method: 'GET',
  path: '/api/admin/restore/lightning',
  audience: 'admin',
  summary: 'Lightning payments that our nodes received after the backup and that no record explains',
  output: z.strictObject({
    payments: z.array(
      z.strictObject({ paymentHash: z.string(), amountBtc: btcAmount, paidAt: timestamp, server: z.string() }),
    ),
    /** Servers that didn't respond. */
    unread: z.array(z.string()),
  }),
})
