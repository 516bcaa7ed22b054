import { z } from 'zod'
import { unixSeconds } from './primitives.ts'

export const user = z.object({
  id: z.string().min(1),
  email: z.string(),
  name: z.string().nullish(),
  imageUrl: z.string().nullish(),
  emailConfirmed: z.boolean(),
  requiresEmailConfirmation: z.boolean(),
  approved: z.boolean().nullish(),
  requiresApproval: z.boolean().nullish(),
  /** `['ServerAdmin']` or empty. */
  roles: z.array(z.string()),
  invitationUrl: z.string().nullish(),
  created: unixSeconds.nullish(),
  disabled: z.boolean().nullish(),
  storeQuota: z.int().nullish(),
})
export type User = z.infer<typeof user>

export type CreateUserRequest = {
  email: string
  password?: string
  name?: string
  /** The very first administrator needs an explicit `true` as well. */
  isAdministrator?: boolean
  /** BTCPay's default is true. */
  sendInvitationEmail?: boolean
}

/** A store's user. `storeRole` is a role's id, which for the built-in roles is its name. */
export const storeUser = z.object({ id: z.string().min(1), storeRole: z.string().nullish() })
export type StoreUser = z.infer<typeof storeUser>

export type AddStoreUserRequest = {
  /** The user's id or email. */
  id: string
  storeRole?: string
}
