import { z } from 'zod'
import { call } from './call.ts'
import { adminProof, done, id, idParam, timestamp, totpCode } from './scalars.ts'

/** Whose data it is. A merchant is its owner with the whole account. */
export const dataOwners = ['merchant', 'merchant-user', 'partner', 'admin'] as const

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])

const personalData = z.strictObject({
  exportedAt: timestamp,
  /** What is stored about the person, by topic. */
  sections: z.array(
    z.strictObject({
      name: z.string(),
      rows: z.array(z.record(z.string(), value)),
      /** False if there are more rows than the newest 10,000. */
      isComplete: z.boolean(),
    }),
  ),
})
export type PersonalData = z.infer<typeof personalData>

export const exportMyData = call({
  method: 'GET',
  path: '/api/auth/personal-data',
  audience: 'person',
  recentPassword: true,
  summary: 'Export what is stored about you',
  output: personalData,
  errors: ['too-many-attempts'],
})

export const exportPerson = call({
  method: 'GET',
  path: '/api/admin/personal-data',
  audience: 'admin',
  recentPassword: true,
  summary: 'Export what is stored about a person',
  query: z.strictObject({ kind: z.enum(dataOwners), id: idParam }),
  output: personalData,
  errors: ['not-found'],
})

export const eraseForm = z.strictObject({ twoFactorToken: totpCode })

export const eraseAccount = call({
  method: 'POST',
  path: '/api/merchant/erasure',
  audience: 'merchant-owner',
  recentPassword: true,
  summary: 'Erase your closed account with everyone in it. Amounts stay in the ledger, without names',
  body: eraseForm,
  output: done,
  errors: [
    'erasure-blocked',
    'second-factor-needed',
    'invalid-verification-code',
    'withdrawals-paused',
    'withdrawals-closed',
  ],
})

export const erasePerson = call({
  method: 'POST',
  path: '/api/admin/erasures',
  audience: 'admin',
  recentPassword: true,
  summary: 'Erase what is stored about a person. Amounts stay in the ledger, without names',
  body: z.strictObject({ kind: z.enum(dataOwners), id, ...adminProof }),
  output: done,
  errors: [
    'not-found',
    'erasure-blocked',
    'admin-second-factor-needed',
    'second-factor-missing',
    'invalid-verification-code',
  ],
})
