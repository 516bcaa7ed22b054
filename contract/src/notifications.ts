import { z } from 'zod'
import { call } from './call.ts'
import { id, timestamp, usdAmount } from './scalars.ts'

export const alertKinds = [
  'wallet-low',
  'audit-not-clean',
  'worker-stuck',
  'mail-failing',
  'engine-down',
  'rate-missing',
  'send-stuck',
  'store-unread',
] as const

export const notification = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('application'),
    id,
    businessName: z.string(),
    monthlyVolume: z.string(),
    at: timestamp,
  }),
  z.strictObject({
    kind: z.literal('transaction'),
    id,
    type: z.enum(['invoice', 'payout']),
    merchantName: z.string(),
    amountUsd: usdAmount,
    status: z.enum(['pending', 'confirmed', 'failed']),
    at: timestamp,
  }),
  z.strictObject({ kind: z.literal('alert'), id, alert: z.enum(alertKinds), sentence: z.string(), at: timestamp }),
])
export type Notification = z.infer<typeof notification>

export const listNotifications = call({
  method: 'GET',
  path: '/api/admin/notifications',
  audience: 'admin',
  summary: 'List notifications: alerts, pending applications and up to three transactions above $1,000',
  output: z.array(notification),
})
