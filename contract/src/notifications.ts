import { z } from 'zod'
import { call } from './call.ts'
import { id, idField, idParam, timestamp, usdAmount } from './scalars.ts'

/** Causes come before what may follow from them. Lists are in this order. */
export const alertKinds = [
  'audit-not-clean',
  'engine-down',
  'price-missing',
  'rate-missing',
  'mail-server-down',
  'mail-failing',
  'wallet-low',
  'wallet-spent',
  'disk-low',
  'clock-off',
  'explorer-failing',
  'certificate-ending',
  'backup-old',
  'admin-missing',
  'engines-full',
  'worker-stuck',
  'send-stuck',
  'store-unread',
  'page-reported',
] as const

/** What follows from the cause of an alert, and has no alert of its own. */
export const alertFollow = z.strictObject({
  /** Merchants who can't create invoices, sends that wait, stores that are overdue, emails that wait, old dollar figures. */
  what: z.enum(['merchants', 'sends', 'stores', 'emails', 'old-figures']),
  count: z.number().int(),
  amountUsd: usdAmount.nullable(),
  /** Of the oldest one. */
  since: timestamp.nullable(),
})
export type AlertFollow = z.infer<typeof alertFollow>

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
  z.strictObject({
    kind: z.literal('alert'),
    id,
    alert: z.enum(alertKinds),
    /** The cause in a few words. */
    title: z.string(),
    sentence: z.string(),
    at: timestamp,
  }),
])
export type Notification = z.infer<typeof notification>

export const listNotifications = call({
  method: 'GET',
  path: '/api/admin/notifications',
  audience: 'admin',
  summary: 'List notifications: alerts, pending applications and up to three transactions above $1,000',
  output: z.array(notification),
})

/** What merchants and partners are notified of. */
export const noticeKinds = ['payment-received', 'refund-claimed', 'payout-sent', 'needs-attention'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Why something needs attention. */
export const attentionReasons = [
  'overpaid',
  'paid-late',
  'partially-paid',
  'overdue',
  'double-spent',
  'payout-failed',
  'webhook-disabled',
  'refund-requested',
] as const
export type AttentionReason = (typeof attentionReasons)[number]

export const notice = z.strictObject({
  id,
  kind: z.enum(noticeKinds),
  /** Only where something needs attention. */
  reason: z.enum(attentionReasons).nullable(),
  amountUsd: usdAmount.nullable(),
  /** What it was for, who it was for, or where it went. */
  about: z.string().nullable(),
  invoiceId: z.string().nullable(),
  at: timestamp,
  readAt: timestamp.nullable(),
})
export type Notice = z.infer<typeof notice>

export const notices = z.strictObject({ unread: z.number().int().nonnegative(), notifications: z.array(notice) })
export type Notices = z.infer<typeof notices>

export const listOwnNotifications = call({
  method: 'GET',
  path: '/api/auth/notifications',
  audience: 'person',
  summary: 'List your 50 newest notifications and how many are unread',
  output: notices,
})

export const readNotification = call({
  method: 'POST',
  path: '/api/auth/notifications/:id/read',
  audience: 'person',
  summary: 'Mark one of your notifications as read',
  params: z.strictObject({ id: idParam }),
  output: notices,
  errors: ['not-found'],
})

export const readNotifications = call({
  method: 'POST',
  path: '/api/auth/notifications/read',
  audience: 'person',
  summary: 'Mark your notifications as read, up to the newest one you have seen',
  body: z.strictObject({ upTo: idField }),
  output: notices,
})

/** `emailAlways`: the email is about money that left and can't be turned off. */
export const noticeSetting = z.strictObject({
  kind: z.enum(noticeKinds),
  email: z.boolean(),
  bell: z.boolean(),
  emailAlways: z.boolean(),
})
export type NoticeSetting = z.infer<typeof noticeSetting>

export const getNotificationSettings = call({
  method: 'GET',
  path: '/api/auth/notification-settings',
  audience: 'person',
  summary: 'Retrieve what you are notified of, by email and in the dashboard',
  output: z.array(noticeSetting),
})

/** What is left out stays as it is. */
export const changeNotificationSettings = call({
  method: 'PATCH',
  path: '/api/auth/notification-settings',
  audience: 'person',
  summary: 'Change what you are notified of',
  body: z.strictObject({
    kind: z.enum(noticeKinds),
    email: z.boolean().optional(),
    bell: z.boolean().optional(),
  }),
  output: z.array(noticeSetting),
})
