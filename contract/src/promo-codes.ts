import { z } from 'zod'
import { call } from './call.ts'
import { adminProof, id, idParam, shortListPage, timestamp, usdAmount } from './scalars.ts'

/** Used if it was redeemed, else revoked by an admin, expired by the platform's clock, suspended by a restore, or active. */
export const promoCodeStates = ['active', 'suspended', 'used', 'expired', 'revoked'] as const

export const defaultPromoCodeDays = 30

export const promoCode = z.strictObject({
  id,
  code: z.string(),
  description: z.string(),
  state: z.enum(promoCodeStates),
  createdAt: timestamp,
  createdBy: z.string(),
  /** Null means never. */
  expiresAt: timestamp.nullable(),
  isUsed: z.boolean(),
  usedAt: timestamp.nullable(),
  /** The store that redeemed it. */
  usedBy: z.string().nullable(),
  amountSavedUsd: usdAmount.nullable(),
  transactionHash: z.string().nullable(),
  revokedAt: timestamp.nullable(),
})
export type PromoCode = z.infer<typeof promoCode>

export const promoCodeForm = z.strictObject({
  description: z
    .string('Description is required')
    .trim()
    .min(1, 'Description is required')
    .max(200, 'Description must be at most 200 characters'),
  expiresInDays: z
    .number('Expires in days must be a number')
    .int('Expires in days must be a whole number')
    .min(1, 'Expires in days must be at least 1')
    .max(3650, 'Expires in days must be at most 3650')
    .default(defaultPromoCodeDays),
})

export const listPromoCodes = call({
  method: 'GET',
  path: '/api/admin/promo-codes',
  audience: 'admin',
  summary: 'List promo codes, newest first',
  query: shortListPage,
  output: z.array(promoCode),
})

export const summarizePromoCodes = call({
  method: 'GET',
  path: '/api/admin/promo-codes/summary',
  audience: 'admin',
  summary: 'Counts of promo codes by state, and what merchants saved with them',
  output: z.strictObject({
    total: z.number().int(),
    states: z.strictObject({
      active: z.number().int(),
      /** May have been used after the backup that was restored. */
      suspended: z.number().int(),
      used: z.number().int(),
      expired: z.number().int(),
      revoked: z.number().int(),
    }),
    savedUsd: usdAmount,
    /** When the first active code expires. Null when none does. */
    nextExpiresAt: timestamp.nullable(),
  }),
})

export const createPromoCode = call({
  method: 'POST',
  path: '/api/admin/promo-codes',
  audience: 'admin',
  summary: 'Create a promo code for one withdrawal',
  body: z.strictObject({ ...promoCodeForm.shape, ...adminProof }),
  output: promoCode,
  errors: ['admin-second-factor-needed', 'second-factor-missing', 'invalid-verification-code', 'admin-waiting'],
})

export const revokePromoCode = call({
  method: 'POST',
  path: '/api/admin/promo-codes/:id/revoke',
  audience: 'admin',
  summary: 'Revoke an unused promo code',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject(adminProof),
  output: promoCode,
  errors: ['promo-code-used', 'admin-second-factor-needed', 'second-factor-missing', 'invalid-verification-code'],
})

export const resumePromoCode = call({
  method: 'POST',
  path: '/api/admin/promo-codes/:id/resume',
  audience: 'admin',
  summary: 'Let a promo code work again that a restore suspended',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject(adminProof),
  output: promoCode,
  errors: [
    'not-found',
    'admin-second-factor-needed',
    'second-factor-missing',
    'invalid-verification-code',
    'admin-waiting',
  ],
})
