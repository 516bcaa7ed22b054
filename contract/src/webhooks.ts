import { z } from 'zod'
import { call } from './call.ts'
import { period, sortBy } from './lists.ts'
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
  summary: 'List events, oldest first. Pass the id of the last event you’ve seen as `after`',
  query: z.strictObject({
    after: z
      .string()
      .regex(/^evt_[0-9a-f]{32}$/, 'This isn’t an event id')
      .optional(),
    type: eventType.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  output: z.array(apiEvent),
})

const chosenEvents = z
  .array(z.enum([...eventTypes, '*']))
  .min(1, 'Choose at least one event')
  .max(eventTypes.length + 1)
  .transform((chosen) => (chosen.includes('*') ? ['*'] : [...new Set(chosen)]))

const endpointUrl = z.string('Enter a URL').trim().max(1000).pipe(z.url('Enter a URL'))

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
  summary: 'List webhook endpoints',
  output: z.array(webhookEndpoint),
})

export const createWebhook = call({
  method: 'POST',
  path: '/api/merchant/webhooks',
  audience: 'merchant-manager',
  recentPassword: true,
  summary: 'Create a webhook endpoint. The response is the only place that shows its secret',
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
  summary: 'Update, disable or enable a webhook endpoint',
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
  summary: 'Delete a webhook endpoint. Undelivered events stay in the event list',
  params: ofEndpoint,
  output: done,
})

export const rotateWebhookSecret = call({
  method: 'POST',
  path: '/api/merchant/webhooks/:id/rotate-secret',
  audience: 'merchant-manager',
  recentPassword: true,
  summary: 'Rotate the secret. For 24 hours, deliveries are signed with both',
  params: ofEndpoint,
  output: withSecret,
  secret: true,
})

export const testWebhook = call({
  method: 'POST',
  path: '/api/merchant/webhooks/:id/test',
  audience: 'merchant-manager',
  summary: 'Send a `ping` event to this endpoint',
  params: ofEndpoint,
  output: z.strictObject({ deliveryId: id }),
})

export const resendWebhooks = call({
  method: 'POST',
  path: '/api/merchant/webhooks/:id/resend',
  audience: 'merchant-manager',
  summary: 'Replay the events of a time range',
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

/** Filters of an endpoint's deliveries. `ping` is the event of a test. */
const deliveryFilter = {
  status: z.enum(deliveryStatuses).optional(),
  type: z.enum([...eventTypes, 'ping']).optional(),
  ...period,
}
const deliverySort = sortBy('date')

export const listDeliveries = call({
  method: 'GET',
  path: '/api/merchant/webhooks/:id/deliveries',
  audience: 'merchant-manager',
  summary: 'List an endpoint’s deliveries, newest first',
  params: ofEndpoint,
  query: z.strictObject({ ...longPage, ...deliveryFilter, sort: deliverySort }),
  output: z.array(webhookDelivery),
})

export const exportDeliveries = call({
  method: 'GET',
  path: '/api/merchant/webhooks/:id/deliveries/export',
  audience: 'merchant-manager',
  summary: 'Download the deliveries of an endpoint as CSV, with the same filters',
  params: ofEndpoint,
  query: z.strictObject({ ...deliveryFilter, sort: deliverySort }),
  output: z.unknown(),
  media: 'text/csv',
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
  summary: 'Retrieve a delivery with its attempts, requests and responses',
  params: ofEndpoint,
  output: z.strictObject({ ...webhookDelivery.shape, event: apiEvent, log: z.array(webhookAttempt) }),
})

export const resendDelivery = call({
  method: 'POST',
  path: '/api/merchant/webhook-deliveries/:id/resend',
  audience: 'merchant-manager',
  summary: 'Redeliver an event with the same webhook-id',
  params: ofEndpoint,
  output: webhookDelivery,
})
