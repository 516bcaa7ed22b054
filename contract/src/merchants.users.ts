import { z } from 'zod'
import { call } from './call.ts'
import { merchantRole } from './people.ts'
import {
  adminProof,
  done,
  email,
  id,
  idField,
  idParam,
  newPassword,
  page,
  shortListPage,
  text,
  timestamp,
} from './scalars.ts'

export const merchantUserRoles = ['admin', 'user'] as const

export const merchantUser = z.strictObject({
  id,
  merchantId: id,
  name: z.string(),
  email: z.string(),
  role: z.enum(merchantUserRoles),
  isActive: z.boolean(),
  twoFactorEnabled: z.boolean(),
  createdAt: timestamp,
})
export type MerchantUser = z.infer<typeof merchantUser>

export const merchantUserForm = z.strictObject({
  email,
  password: newPassword,
  name: z.string('Name is required').trim().min(1, 'Name is required').max(120, 'Name must be at most 120 characters'),
  role: z.enum(merchantUserRoles).default('user'),
})

/** The form when the user is invited to choose a password. What was typed as one before is left out. */
export const inviteMerchantUserForm = merchantUserForm.extend({ password: z.string().transform(() => undefined) })

/** Someone who signs in for a merchant. */
const merchantPerson = z.strictObject({
  /** Null: the owner, who signs in with the merchant’s email. */
  id: id.nullable(),
  name: z.string(),
  email: z.string(),
  role: merchantRole,
  /** `invited`: has not chosen a password yet. */
  status: z.enum(['active', 'invited', 'inactive']),
  twoFactorEnabled: z.boolean(),
  lastSeenAt: timestamp.nullable(),
  /** Until when the invitation works. Null if there is none, or if it has run out. */
  invitedUntil: timestamp.nullable(),
  createdAt: timestamp,
})
export type MerchantPerson = z.infer<typeof merchantPerson>

const merchantPeople = z.strictObject({
  merchantId: id,
  storeName: z.string(),
  /** The owner first, then by name. */
  people: z.array(merchantPerson),
})
export type MerchantPeople = z.infer<typeof merchantPeople>

export const listMerchantPeople = call({
  method: 'GET',
  path: '/api/admin/merchant-users',
  audience: 'admin',
  summary:
    'List merchants by name, each with everyone who signs in for it. `search` matches the start of words in names and email addresses of merchants and people',
  query: z.strictObject({ ...page, search: text(200).optional(), merchantId: idParam.optional() }),
  output: z.array(merchantPeople),
})

const params = z.strictObject({ id: idParam })
const proofErrors = ['admin-second-factor-needed', 'second-factor-missing', 'invalid-verification-code'] as const

export const listMerchantUsers = call({
  method: 'GET',
  path: '/api/admin/merchants/:id/users',
  audience: 'admin',
  summary: 'List a merchant’s users, without its owner',
  params,
  query: shortListPage,
  output: z.array(merchantUser),
  errors: ['not-found'],
})

export const createMerchantUser = call({
  method: 'POST',
  path: '/api/admin/merchants/:id/users',
  audience: 'admin',
  recentPassword: true,
  summary: 'Create a merchant user',
  params,
  body: z.strictObject({
    ...merchantUserForm.shape,
    /** By default, the user gets an email invitation to choose one. */
    password: newPassword.optional(),
    /** The spec's form repeats it. It must equal the one in the path. */
    merchantId: idField.optional(),
    ...adminProof,
  }),
  output: merchantUser,
  errors: ['not-found', 'email-taken', 'password-too-common', ...proofErrors],
})

export const changeMerchantUser = call({
  method: 'PATCH',
  path: '/api/admin/merchant-users/:id',
  audience: 'admin',
  recentPassword: true,
  summary: 'Update a merchant user: role or status',
  params,
  body: z.strictObject({
    role: z.enum(merchantUserRoles).optional(),
    isActive: z.boolean().optional(),
    ...adminProof,
  }),
  output: merchantUser,
  errors: ['not-found', ...proofErrors],
})

export const deleteMerchantUser = call({
  method: 'DELETE',
  path: '/api/admin/merchant-users/:id',
  audience: 'admin',
  recentPassword: true,
  summary: 'Delete a merchant user. Outside the sandbox, pass `twoFactorToken` in the query',
  params,
  query: z.strictObject(adminProof),
  output: done,
  errors: ['not-found', ...proofErrors],
})
