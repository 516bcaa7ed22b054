import { z } from 'zod'
import { call } from './call.ts'

/**
 * What may change for a signed-in browser. An event carries no data: it says what to read again, and that request is
 * authorized like any other.
 */
export const topics = [
  'account',
  'preferences',
  'notifications',
  'sessions',
  'settings',
  'mail',
  'status',
  'balance',
  'invoices',
  'transactions',
  'applications',
  'sends',
  'merchants',
  'people',
  'team',
  'partners',
  'promo-codes',
  'loop-outs',
  'fees',
  'brand',
  'acts',
  'system',
  'refunds',
  'api-keys',
  'webhooks',
  'payment-links',
  'tills',
] as const
export type Topic = (typeof topics)[number]

export const events = call({
  method: 'GET',
  path: '/api/events',
  audience: 'person',
  whileEnrolling: true,
  summary: 'Stream server-sent `change` events with `{ topic }` for what the signed-in user can see',
  output: z.unknown(),
  media: 'text/event-stream',
  errors: ['too-many-streams'],
})
