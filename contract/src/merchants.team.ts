import { z } from 'zod'
import { call } from './call.ts'
import { merchantUserRoles } from './merchants.users.ts'
import { merchantRole } from './people.ts'
import { done, email, id, idParam, oneLine, shortListPage, timestamp, totpCode } from './scalars.ts'

/** The most users that a store can have next to its owner. */
export const mostTeamUsers = 50

export const teamMember = z.strictObject({
  /** Null: the owner, who can be neither changed nor removed here. */
  id: id.nullable(),
  name: z.string(),
  email: z.string(),
  role: merchantRole,
  /** `invited`: has not chosen a password yet. */
  status: z.enum(['active', 'invited', 'inactive']),
  twoFactorEnabled: z.boolean(),
  /** The person who sends the request. */
  isYou: z.boolean(),
  lastSeenAt: timestamp.nullable(),
  /** Until when the invitation works. Null if there is none, or if it has run out. */
  invitedUntil: timestamp.nullable(),
  createdAt: timestamp,
  /** A restore brought this user back. They can sign in once the owner has confirmed them. */
  isUnconfirmed: z.boolean(),
})
export type TeamMember = z.infer<typeof teamMember>

export const invitationForm = z.strictObject({
  email,
  name: z
    .string('Name is required')
    .trim()
    .min(1, 'Name is required')
    .max(120, 'Name must be at most 120 characters')
    .overwrite(oneLine),
  role: z.enum(merchantUserRoles).default('user'),
})

/** Everyone who changes a team proves it with their own code, also in the sandbox. */
const proof = { twoFactorToken: totpCode.optional() }
const proofErrors = ['second-factor-needed', 'second-factor-missing', 'invalid-verification-code'] as const
const params = z.strictObject({ id: idParam })

export const listTeam = call({
  method: 'GET',
  path: '/api/merchant/team',
  audience: 'merchant-manager',
  summary: 'Everyone who can sign in for the store, the owner first',
  query: shortListPage,
  output: z.array(teamMember),
})

export const inviteTeamUser = call({
  method: 'POST',
  path: '/api/merchant/team',
  audience: 'merchant-manager',
  recentPassword: true,
  summary: 'Invite someone to the store by email. They choose their own password',
  body: z.strictObject({ ...invitationForm.shape, ...proof }),
  output: teamMember,
  errors: ['email-taken', 'team-full', 'invitation-limit', 'withdrawals-closed', ...proofErrors],
})

export const changeTeamUser = call({
  method: 'PATCH',
  path: '/api/merchant/team/:id',
  audience: 'merchant-manager',
  recentPassword: true,
  summary: 'Change what another user of the store may do',
  params,
  body: z.strictObject({ role: z.enum(merchantUserRoles), ...proof }),
  output: teamMember,
  errors: ['not-found', 'not-yourself', 'withdrawals-closed', ...proofErrors],
})

export const removeTeamUser = call({
  method: 'DELETE',
  path: '/api/merchant/team/:id',
  audience: 'merchant-manager',
  recentPassword: true,
  summary: 'Remove a user of the store, or an invitation. Their sessions end immediately',
  params,
  query: z.strictObject(proof),
  output: done,
  errors: ['not-found', 'not-yourself', ...proofErrors],
})

export const resendTeamInvitation = call({
  method: 'POST',
  path: '/api/merchant/team/:id/resend',
  audience: 'merchant-manager',
  recentPassword: true,
  summary: 'Send an invitation again. The earlier link stops working',
  params,
  body: z.strictObject(proof),
  output: teamMember,
  errors: ['not-found', 'already-joined', 'invitation-limit', ...proofErrors],
})

export const confirmTeamUser = call({
  method: 'POST',
  path: '/api/merchant/team/:id/confirm',
  audience: 'merchant-owner',
  recentPassword: true,
  summary: 'Confirm a user whom a restore brought back. They are emailed a link to set a new password',
  params,
  body: z.strictObject(proof),
  output: teamMember,
  errors: ['not-found', 'conflict', ...proofErrors],
})
