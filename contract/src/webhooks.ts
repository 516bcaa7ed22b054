import { z } from 'zod'
import { call } from './call.ts'
import { done, id, idParam, longPage, text, timestamp } from './scalars.ts'
import { eventType, eventTypes } from './webhook-events.ts'

/**
 * An event as delivered and listed. `data` is the invoice, payment, withdrawal or refund as the API returned it then.
 */
export const apiEvent = z.strictObject({
  id: z.string(),
  type: eventType,
  createdAt: timestamp,
  data: z.record(z.string(), z.unknown()),
})
export type ApiEvent = z.infer<typeof apiEvent>

export const listEvents = call({
  method: 'GET',
  path: '/api/v1/events',
  audience: 'api',
  scope: 'read',
  summary: 'Everything that happened, oldest first; pass the id of the last event you have seen as `after`',
  query: z.strictObject({
    after: z
      .string()
      .regex(/^evt_[0-9a-f]{32}$/, 'This is not the id of an event')
      .optional(),
    type: eventType.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  output: z.array(apiEvent),
})

const chosenEvents = z
  .array(z.enum([...eventTypes, '*']))
  .min(1, 'Please choose at least one event')
  .max(eventTypes.length + 1)
  .transform((chosen) => (chosen.includes('*') ? ['*'] : [...new Set(chosen)]))

const endpointUrl = z.string('Please enter a URL').trim().max(1000).pipe(z.url('Please enter a URL'))

export const webhookEndpoint = z.strictObject({
  id,
  kind: z.enum(['standard', 'btcpay']),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.string()),
  enabled: z.boolean(),
  /** `gone`: the endpoint returned 410. */
  disabledBecause: z.enum(['by-hand', 'gone']).nullable(),
  pausedUntil: timestamp.nullable(),
  /** Until then the secret before the last rotation signs too. */
  previousSecretUntil: timestamp.nullable(),
  waiting: z.number().int(),
  failed: z.number().int(),
  lastDeliveredAt: timestamp.nullable(),
  createdAt: timestamp,
})
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

const withSecret = z.strictObject({ ...webhookEndpoint.shape, secret: z.string() })
const ofEndpoint = z.strictObject({ id: idParam })

export const listWebhooks = call({
  method: 'GET',
  path: '/api/merchant/webhooks',
  audience: 'merchant-manager',
  summary: 'The endpoints that are told of events',
  output: z.array(webhookEndpoint),
})

export const createWebhook = call({
  method: 'POST',
  path: '/api/merchant/webhooks',
  audience: 'merchant-manager',
  recentPassword: true,
  summary: 'Add an endpoint; its secret stands in the answer only',
  body: z.strictObject({ url: endpointUrl, description: text(200).optional(), events: chosenEvents }),
  output: withSecret,
  secret: true,
  errors: ['webhook-url-refused', 'too-many-webhooks'],
})

export const changeWebhook = call({
  method: 'PATCH',
  path: '/api/merchant/webhooks/:id',
  audience: 'merchant-manager',
  recentPassword: ['url'],
  summary: 'Change an endpoint, disable it or enable it again',
  params: ofEndpoint,
  body: z.strictObject({
    url: endpointUrl.optional(),
    description: text(200).optional(),
    events: chosenEvents.optional(),
    enabled: z.boolean().optional(),
  }),
  output: webhookEndpoint,
  errors: ['webhook-url-refused'],
})

export const removeWebhook = call({
  method: 'DELETE',
  path: '/api/merchant/webhooks/:id',
  audience: 'merchant-manager',
  summary: 'Remove an endpoint; what it has not received stays in the list of events',
  params: ofEndpoint,
  output: done,
})

export const rotateWebhookSecret = call({
  method: 'POST',
  path: '/api/merchant/webhooks/:id/rotate-secret',
  audience: 'merchant-manager',
  recentPassword: true,
  summary: 'Make a new secret; for 24 hours deliveries carry signatures of both',
  params: ofEndpoint,
  output: withSecret,
  secret: true,
})

export const testWebhook = call({
  method: 'POST',
  path: '/api/merchant/webhooks/:id/test',
  audience: 'merchant-manager',
  summary: 'Send the event `ping` to this endpoint alone',
  params: ofEndpoint,
  output: z.strictObject({ deliveryId: id }),
})

export const resendWebhooks = call({
  method: 'POST',
  path: '/api/merchant/webhooks/:id/resend',
  audience: 'merchant-manager',
  summary: 'Send the events of a range of time again, or for the first time',
  params: ofEndpoint,
  body: z.strictObject({
    from: timestamp,
    to: timestamp,
    /** By default only what the endpoint hasn't received. */
    delivered: z.boolean().default(false),
  }),
  output: z.strictObject({ count: z.number().int() }),
})

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const

export const webhookDelivery = z.strictObject({
  id,
  eventId: z.string(),
  type: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.number().int(),
  answerStatus: z.number().int().nullable(),
  error: z.string().nullable(),
  /** When the next attempt is due, while it waits. */
  dueAt: timestamp.nullable(),
  lastAttemptAt: timestamp.nullable(),
  createdAt: timestamp,
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const listDeliveries = call({
  method: 'GET',
  path: '/api/merchant/webhooks/:id/deliveries',
  audience: 'merchant-manager',
  summary: 'What an endpoint was sent or is to be sent, newest first',
  params: ofEndpoint,
  query: z.strictObject({ ...longPage, status: z.enum(deliveryStatuses).optional() }),
  output: z.array(webhookDelivery),
})

export const webhookAttempt = z.strictObject({
  at: timestamp,
  durationMs: z.number().int(),
  requestHeaders: z.record(z.string(), z.string()),
  requestBody: z.string(),
  answerStatus: z.number().int().nullable(),
  answerHeaders: z.record(z.string(), z.string()).nullable(),
  answerBody: z.string().nullable(),
  error: z.string().nullable(),
})
export type WebhookAttempt = z.infer<typeof webhookAttempt>

export const getDelivery = call({
  method: 'GET',
  path: '/api/merchant/webhook-deliveries/:id',
  audience: 'merchant-manager',
  summary: 'One delivery with every attempt: what was sent and what came back',
  params: ofEndpoint,
  output: z.strictObject({ ...webhookDelivery.shape, event: apiEvent, log: z.array(webhookAttempt) }),
})

export const resendDelivery = call({
  method: 'POST',
  path: '/api/merchant/webhook-deliveries/:id/resend',
  audience: 'merchant-manager',
  summary: 'Send one event again, under the same webhook-id',
  params: ofEndpoint,
  output: webhookDelivery,
})
