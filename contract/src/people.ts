import { z } from 'zod'
import { id } from './scalars.ts'

/** Four tables of people, three types of portal: a merchant's users sign in as merchants. */
export const portals = ['admin', 'merchant', 'partner'] as const
export type Portal = (typeof portals)[number]

export const merchantRole = z.enum(['owner', 'admin', 'user'])
export type MerchantRole = z.infer<typeof merchantRole>

/** The signed-in person, as the browser knows them. */
export const user = z.strictObject({
  id,
  type: z.enum(portals),
  email: z.string(),
  name: z.string(),
  /** Only for a merchant's people: what they may do, and the store they belong to. */
  role: merchantRole.optional(),
  merchantId: id.optional(),
  storeName: z.string().optional(),
  /** Partners only. */
  sharePercentage: z.number().optional(),
  twoFactorEnabled: z.boolean(),
  /** Invited, and not allowed to do anything until a second factor is set up. */
  mustEnroll: z.boolean().optional(),
})
export type User = z.infer<typeof user>
