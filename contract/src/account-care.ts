import { z } from 'zod'
import { call } from './call.ts'
import {
  adminProof,
  done,
  email,
  emptyAsAbsent,
  idField,
  idParam,
  text,
  timestamp,
  totpCode,
  usdAmount,
} from './scalars.ts'

/** What must end before an account can be closed. */
export const closingObstacles = ['open-sends', 'open-loop-out', 'lightning-balance'] as const

const closing = z.strictObject({
  /** Since when nothing new can be created. Null while the account is open. */
  closingSince: timestamp.nullable(),
  /** When the last payout had ended. How long records are kept counts from here. */
  closedAt: timestamp.nullable(),
  obstacles: z.array(z.enum(closingObstacles)),
  /** What a last payout would send. */
  availableUsd: usdAmount,
})
export type Closing = z.infer<typeof closing>

export const getClosing = call({
  method: 'GET',
  path: '/api/merchant/closing',
  audience: 'merchant-owner',
  summary: 'Retrieve whether your account is closed or can be closed',
  output: closing,
})

export const closeForm = z.strictObject({
  /** Where everything that is available is paid. By default it stays in the wallet. */
  payoutAddress: emptyAsAbsent(text(200)),
  twoFactorToken: totpCode,
})

export const closeAccount = call({
  method: 'POST',
  path: '/api/merchant/closing',
  audience: 'merchant-owner',
  recentPassword: true,
  summary: 'Close your account. Late payments are still booked, and you can still refund and withdraw',
  body: closeForm,
  output: closing,
  errors: [
    'account-closed',
    'closing-blocked',
    'second-factor-needed',
    'invalid-verification-code',
    'invalid-address',
    'own-keys',
    'insufficient-balance',
    'amount-too-small',
    'price-too-old',
    'not-configured',
    'withdrawals-paused',
    'withdrawals-closed',
  ],
})

const proofErrors = ['admin-second-factor-needed', 'second-factor-missing', 'invalid-verification-code'] as const

/** Why an admin does it, for the audit log. */
const why = (missing: string) => z.string(missing).trim().min(3, missing).max(500, 'Use at most 500 characters')

export const reasonForm = z.strictObject({ reason: why('Enter a reason') })

const params = z.strictObject({ id: idParam })

export const closeMerchant = call({
  method: 'POST',
  path: '/api/admin/merchants/:id/close',
  audience: 'admin',
  recentPassword: true,
  summary: 'Close a merchant’s account. Its owner can still sign in, refund and withdraw',
  params,
  body: z.strictObject({ ...reasonForm.shape, ...adminProof }),
  output: done,
  errors: ['not-found', 'account-closed', 'closing-blocked', ...proofErrors],
})

export const reopenMerchant = call({
  method: 'POST',
  path: '/api/admin/merchants/:id/reopen',
  audience: 'admin',
  recentPassword: true,
  summary: 'Reopen a closed account',
  params,
  body: z.strictObject({ ...reasonForm.shape, ...adminProof }),
  output: done,
  errors: ['not-found', 'account-open', ...proofErrors],
})

export const changeKinds = ['recovery', 'email'] as const

const openChange = z.strictObject({
  kind: z.enum(changeKinds),
  /** The owner's address, and the one that replaces it. */
  email: z.string(),
  newEmail: z.string().nullable(),
  startedAt: timestamp,
  /** When it's applied, unless someone stops it. */
  dueAt: timestamp,
})

const currentChange = z.strictObject({ change: openChange.nullable() })
export type CurrentChange = z.infer<typeof currentChange>

/** An admin says how they checked who asks for the recovery. */
export const recoveryForm = z.strictObject({
  identityCheck: z
    .string('Describe what you checked')
    .trim()
    .min(10, 'Describe what you checked')
    .max(1000, 'Use at most 1,000 characters'),
})

export const startRecovery = call({
  method: 'POST',
  path: '/api/admin/merchants/:id/recovery',
  audience: 'admin',
  recentPassword: true,
  summary:
    'Start the recovery of an owner who lost phone and codes. It’s applied after 7 days, unless someone stops it',
  params,
  body: z.strictObject({ ...recoveryForm.shape, ...adminProof }),
  output: currentChange,
  errors: ['not-found', 'change-open', ...proofErrors],
})

export const emailChangeForm = z.strictObject({ newEmail: email, ...reasonForm.shape })

export const startEmailChange = call({
  method: 'POST',
  path: '/api/admin/merchants/:id/email-change',
  audience: 'admin',
  recentPassword: true,
  summary: 'Start a change of the owner’s email address. It’s applied after 24 hours, unless someone stops it',
  params,
  body: z.strictObject({ ...emailChangeForm.shape, ...adminProof }),
  output: currentChange,
  errors: ['not-found', 'email-taken', 'change-open', ...proofErrors],
})

export const getMerchantChange = call({
  method: 'GET',
  path: '/api/admin/merchants/:id/account-change',
  audience: 'admin',
  summary: 'Retrieve the change of the owner’s account that is waiting',
  params,
  output: currentChange,
  errors: ['not-found'],
})

export const stopMerchantChange = call({
  method: 'POST',
  path: '/api/admin/merchants/:id/account-change/stop',
  audience: 'admin',
  summary: 'Stop the change of the owner’s account that is waiting',
  params,
  output: currentChange,
  errors: ['not-found'],
})

export const getAccountChange = call({
  method: 'GET',
  path: '/api/merchant/account-change',
  audience: 'merchant-manager',
  summary: 'Retrieve the change of the owner’s account that is waiting',
  output: currentChange,
})

export const stopAccountChange = call({
  method: 'POST',
  path: '/api/merchant/account-change/stop',
  audience: 'merchant-manager',
  summary: 'Stop the change of the owner’s account that is waiting',
  output: currentChange,
  errors: ['not-found'],
})

const link = z.strictObject({ token: z.string().min(1).max(200) })

export const viewStopLink = call({
  method: 'POST',
  path: '/api/account-changes/view',
  audience: 'public',
  summary: 'Retrieve what the link in an email stops',
  body: link,
  output: z.strictObject({
    kind: z.enum(changeKinds),
    storeName: z.string(),
    newEmail: z.string().nullable(),
    dueAt: timestamp,
  }),
  errors: ['not-found'],
})

export const stopByLink = call({
  method: 'POST',
  path: '/api/account-changes/stop',
  audience: 'public',
  summary: 'Stop a change of an owner’s account with the link in an email',
  body: link,
  output: done,
  errors: ['not-found'],
})

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
  body: z.strictObject({ kind: z.enum(dataOwners), id: idField, ...adminProof }),
  output: done,
  errors: [
    'not-found',
    'erasure-blocked',
    'admin-second-factor-needed',
    'second-factor-missing',
    'invalid-verification-code',
  ],
})
