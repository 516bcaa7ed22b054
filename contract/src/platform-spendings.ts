import { z } from 'zod'
import { call } from './call.ts'
import { adminProof, btcAmount, done, id, idField, timestamp } from './scalars.ts'

const proofErrors = [
  'admin-second-factor-needed',
  'second-factor-missing',
  'invalid-verification-code',
  'admin-waiting',
] as const
const txid = z.string().regex(/^[0-9a-f]{64}$/, 'Expected 64 hex digits')

/** A transaction that left the platform's own wallet and that no record explains. */
export const platformSpending = z.strictObject({
  txid: z.string(),
  /** With its network fee. */
  amountBtc: btcAmount,
  seenAt: timestamp,
  /** The partner who was paid at the same address before. */
  partnerId: id.nullable(),
  /** Payments that wait for the wallet and that it may have paid, by amount and, where the explorer knows it, by address. */
  sends: z.array(
    z.strictObject({ id, kind: z.enum(['withdrawal', 'payout', 'sweep', 'loop-out']), owner: z.string() }),
  ),
})
export type PlatformSpending = z.infer<typeof platformSpending>

export const listPlatformSpendings = call({
  method: 'GET',
  path: '/api/admin/platform-wallet/spendings',
  audience: 'admin',
  summary:
    'What left the platform’s own wallet and no record explains. Until it is explained, that wallet pays nothing',
  output: z.strictObject({
    spendings: z.array(platformSpending),
    /** How many payments wait for it. */
    waiting: z.number().int(),
  }),
})

export const decidePlatformSpending = call({
  method: 'POST',
  path: '/api/admin/platform-wallet/spendings/:txid',
  audience: 'admin',
  recentPassword: true,
  summary: 'Say what left the platform’s own wallet: it paid a waiting payment or a partner, or the admins spent it',
  params: z.strictObject({ txid }),
  body: z.discriminatedUnion('as', [
    z.strictObject({ as: z.literal('send'), sendId: idField, ...adminProof }),
    z.strictObject({ as: z.literal('payout'), partnerId: idField, ...adminProof }),
    z.strictObject({ as: z.literal('own'), ...adminProof }),
  ]),
  output: done,
  errors: [
    'not-found',
    'conflict',
    'send-not-resolvable',
    'engine-unavailable',
    'insufficient-balance',
    ...proofErrors,
  ],
})

export const reviewPlatformSpendings = call({
  method: 'POST',
  path: '/api/admin/platform-wallet/review',
  audience: 'admin',
  recentPassword: true,
  summary: 'Start the review of a restore, because records of what left the platform’s own wallet are missing',
  body: z.strictObject(adminProof),
  output: done,
  errors: ['not-found', 'restore-under-review', ...proofErrors],
})
