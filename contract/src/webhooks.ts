import { z } from 'zod'
import { call } from './call.ts'
import { declareList } from './lists.ts'
import { done, id, idParam, page, shortListPage, text, timestamp } from './scalars.ts'
import { webhookEndpoint } from './webhooks.endpoint.ts'
import { eventType, eventTypes } from './webhooks.events.ts'

export { type WebhookEndpoint, webhookEndpoint } from './webhooks.endpoint.ts'

/**
 * An event as delivered and listed. `data` is the invoice, payment, withdrawal or refund as the API returned it then.
 */
export const apiEvent = z
  .strictObject({
    id: z.string().describe('The event’s ID. Deliveries have it as `webhook-id`, also when they are repeated.'),
    type: eventType.describe('What happened.'),
    createdAt: timestamp.describe('When it happened.'),
    data: z.record(z.string(), z.unknown()).describe('The object as the API returned it then.'),
  })
  .meta({ id: 'Event', description: 'Something that happened.' })
export type ApiEvent = z.infer<typeof apiEvent>

const eventId = z.string().regex(/^evt_[0-9a-f]{32}$/, 'This isn’t an event ID')

export const listEvents = call({
  operationId: 'listEvents',
  method: 'GET',
  path: '/api/v1/events',
  audience: 'api',
  scope: 'read',
  summary: 'List events, oldest first. Pass the ID of the last event you’ve seen as `after`',
  query: z.strictObject({
    after: eventId.optional().describe('Only events after this one.'),
    type: eventType.optional().describe('Only events of this type.'),
    limit: page.limit,
  }),
  output: z.array(apiEvent),
  errors: ['not-found'],
})

export const streamEvents = call({
  operationId: 'streamEvents',
  method: 'GET',
  path: '/api/v1/events/stream',
  audience: 'api',
  scope: 'read',
  summary:
    'Stream events as they happen, as server-sent events. The first message is `ready`, and every message has the id of an event to continue after. A key can have 10 streams',
  query: z.strictObject({
    after: eventId.optional().describe('The last event you’ve seen. Without it, only new events are sent.'),
  }),
  output: z.unknown(),
  media: 'text/event-stream',
  errors: ['not-found', 'too-many-streams'],
})

const chosenEvents = z
  .array(z.enum([...eventTypes, '*']))
  .min(1, 'Choose at least one event')
  .max(eventTypes.length + 1)
  .transform((chosen) => (chosen.includes('*') ? ['*'] : [...new Set(chosen)]))

const endpointUrl = z.string('Enter a URL').trim().max(1000).pipe(z.url('Enter a URL'))

export const endpointForm = z.strictObject({
  url: endpointUrl.describe('Where events are sent. It must be public, and https outside the sandbox.'),
  description: text(200).optional().describe('Your own note.'),
  events: chosenEvents.describe('The events it gets. `*` is all of them, also new ones.'),
})

/** Missing fields stay unchanged. */
export const endpointChange = z.strictObject({
  ...endpointForm.partial().shape,
  enabled: z.boolean().optional().describe('False stops its events, true resumes them.'),
})

export const endpointWithSecret = z
  .strictObject({
    ...webhookEndpoint.shape,
    secret: z.string().describe('What deliveries are signed with. It is shown only here.'),
  })
  .meta({ id: 'WebhookEndpointWithSecret', description: 'An endpoint with its new secret.' })
const ofEndpoint = z.strictObject({ id: idParam })

export const listWebhooks = call({
  method: 'GET',
  path: '/api/merchant/webhooks',
  audience: 'merchant-manager',
  summary: 'List webhook endpoints',
  query: shortListPage,
  output: z.array(webhookEndpoint),
})

export const createWebhook = call({
  method: 'POST',
  path: '/api/merchant/webhooks',
  audience: 'merchant-manager',
  recentPassword: true,
  summary: 'Create a webhook endpoint. The response is the only place that shows its secret',
  body: endpointForm,
  output: endpointWithSecret,
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
  body: endpointChange,
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
  output: endpointWithSecret,
  secret: true,
})

export const testedWebhook = z
  .strictObject({ deliveryId: id.describe('The delivery of the test event.') })
  .meta({ id: 'TestDelivery', description: 'The delivery that a test created.' })

export const testWebhook = call({
  method: 'POST',
  path: '/api/merchant/webhooks/:id/test',
  audience: 'merchant-manager',
  summary: 'Send a `ping` event to this endpoint',
  params: ofEndpoint,
  output: testedWebhook,
})

export const resendWebhooks = call({
  method: 'POST',
  path: '/api/merchant/webhooks/:id/resend',
  audience: 'merchant-manager',
  summary: 'Replay the events of a time range, up to 10,000, the oldest first',
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

/** The words of the screen. */
export const deliveryStatusWords: Record<(typeof deliveryStatuses)[number], string> = {
  waiting: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
}

export const webhookDelivery = z
  .strictObject({
    id: id.describe('The delivery’s ID.'),
    eventId: z.string().describe('The event that is delivered.'),
    type: z.string().describe('The type of the event.'),
    status: z.enum(deliveryStatuses).describe('Whether the endpoint has it.'),
    attempts: z.number().int().describe('How often it was sent.'),
    answerStatus: z.number().int().nullable().describe('The HTTP status of the last answer.'),
    error: z.string().nullable().describe('Why the last attempt failed.'),
    dueAt: timestamp.nullable().describe('When the next attempt is due, while it waits.'),
    lastAttemptAt: timestamp.nullable().describe('When it was last sent.'),
    createdAt: timestamp.describe('When the event happened.'),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event on its way to an endpoint.' })
export type WebhookDelivery = z.infer<typeof webhookDelivery>

/** What was or is to be sent to an endpoint. `ping` is the event of a test. */
export const deliveryList = declareList({
  name: 'webhook-deliveries',
  audience: 'merchant-manager',
  path: '/api/merchant/webhooks/:id/deliveries',
  params: ofEndpoint,
  row: webhookDelivery,
  longIds: true,
  filters: {
    status: { kind: 'one-of', values: deliveryStatuses, description: 'Only deliveries with this status.' },
    type: { kind: 'one-of', values: [...eventTypes, 'ping'], description: 'Only events of this type.' },
  },
  sorts: ['attempt', 'date'],
  columns: {
    event: { width: 'minmax(11rem, 1fr)', below: { 780: 'minmax(9rem, 1fr)' }, area: 'e', always: true },
    status: { width: 'minmax(12rem, 1fr)', below: { 780: '7rem' }, area: 's', always: true },
    response: { width: '7.5rem', below: { 780: '6.5rem' }, area: 'r' },
    attempts: { width: '5.5rem', below: { 780: null }, sort: 'attempt', numeric: true },
    date: { width: '10rem', area: 'd', sort: 'date', always: true },
  },
  // Two lines: event and status, date and response.
  block: { below: 560, grid: '"e s" auto "d r" auto / minmax(0, 1fr) auto' },
  file: {
    name: 'bitquay-webhook-deliveries',
    date: 'createdAt',
    columns: {
      ID: 'id',
      Event: 'type',
      'Event ID': 'eventId',
      Status: 'status',
      Attempts: 'attempts',
      Response: 'answerStatus',
      Error: 'error',
      'Last attempt': 'lastAttemptAt',
      'Next attempt': 'dueAt',
    },
    words: { 'Status in words': ({ status }: WebhookDelivery) => deliveryStatusWords[status] },
  },
  texts: {
    list: 'List an endpoint’s deliveries: those that were tried, the latest attempt first, then those that wait, the next one first',
    export: 'Download the deliveries of an endpoint as CSV, with the same filters',
  },
})
export const listDeliveries = deliveryList.calls.list
export const exportDeliveries = deliveryList.calls.export

export const webhookAttempt = z.strictObject({
  at: timestamp,
  durationMs: z.number().int(),
  requestHeaders: z.record(z.string(), z.string()),
  /** What was sent and answered is kept for an endpoint's latest attempts. */
  requestBody: z.string().nullable(),
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
