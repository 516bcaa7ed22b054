import { z } from 'zod'

/** What a merchant's program can be told. */
export const eventTypes = [
  'invoice.created',
  'invoice.processing',
  'invoice.settled',
  'invoice.expired',
  'invoice.invalid',
  'payment.received',
  'payment.confirmed',
  'payment.reversed',
  'withdrawal.broadcast',
  'withdrawal.confirmed',
  'withdrawal.failed',
  'refund.created',
  'refund.broadcast',
  'refund.confirmed',
  'refund.failed',
  'ping',
] as const
export type EventType = (typeof eventTypes)[number]

export const eventType = z.enum(eventTypes)
