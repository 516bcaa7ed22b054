import { z } from 'zod'
import { call } from './call.ts'
import { adminProof, done, email, id, idParam, shortListPage, timestamp } from './scalars.ts'

export const admin = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** Has an invitation and no password yet. */
  invited: z.boolean(),
  /** The admin who sends the request. */
  isYou: z.boolean(),
  lastSeenAt: timestamp.nullable(),
  /** Until when the invitation works. Null if there is none, or if it has run out. */
  invitedUntil: timestamp.nullable(),
  createdAt: timestamp,
})
export type Admin = z.infer<typeof admin>

export const adminForm = z.strictObject({
  name: z.string('Name is required').trim().min(1, 'Name is required').max(120, 'Name must be at most 120 characters'),
  email,
})

const proofErrors = ['admin-second-factor-needed', 'second-factor-missing', 'invalid-verification-code'] as const

export const listAdmins = call({
  method: 'GET',
  path: '/api/admin/admins',
  audience: 'admin',
  summary: 'List administrators',
  query: shortListPage,
  output: z.array(admin),
})

export const createAdmin = call({
  method: 'POST',
  path: '/api/admin/admins',
  audience: 'admin',
  recentPassword: true,
  summary: 'Invite an administrator by email',
  body: z.strictObject({ ...adminForm.shape, ...adminProof }),
  output: admin,
  errors: ['email-taken', ...proofErrors],
})

export const changeAdmin = call({
  method: 'PATCH',
  path: '/api/admin/admins/:id',
  audience: 'admin',
  recentPassword: true,
  summary: 'Activate or deactivate an administrator, except yourself and the last active one',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject({ isActive: z.boolean(), ...adminProof }),
  output: admin,
  errors: ['not-found', 'not-yourself', 'last-admin', ...proofErrors],
})

/** A person in any of the four tables. */
export const someone = z.strictObject({
  kind: z.enum(['admin', 'merchant', 'merchant-user', 'partner']),
  id: idParam,
})

export const resetTwoFactor = call({
  method: 'POST',
  path: '/api/admin/people/:kind/:id/reset-2fa',
  audience: 'admin',
  recentPassword: true,
  summary:
    'Reset two-factor authentication for anyone but the owner of a merchant. They’re signed out everywhere and emailed a link to choose a new password',
  params: someone,
  body: z.strictObject(adminProof),
  output: done,
  errors: ['not-found', 'not-yourself', 'recovery-needed', 'second-factor-not-on', ...proofErrors],
})

export const sendInvitation = call({
  method: 'POST',
  path: '/api/admin/people/:kind/:id/invitation',
  audience: 'admin',
  recentPassword: true,
  summary: 'Resend an invitation to a user without a password. The earlier link stops working',
  params: someone,
  body: z.strictObject(adminProof),
  output: done,
  errors: ['not-found', 'already-joined', ...proofErrors],
})
