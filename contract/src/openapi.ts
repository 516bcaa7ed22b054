import { z } from 'zod'
import type { Audience, Call } from './call.ts'
import { type ErrorCode, errors } from './errors.ts'
import { type EventSubject, eventData, type WebhookEvent } from './webhook-events.ts'
import { apiEvent } from './webhooks.ts'

/** Generates an OpenAPI 3.1 document from calls and the webhook events. */
export const toOpenApi = (
  calls: readonly Call[],
  about: { title: string; version: string; url: string },
  events: readonly WebhookEvent[] = [],
) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: about.title, version: about.version },
    servers: [{ url: about.url }],
    paths,
    ...(events.length > 0
      ? { webhooks: Object.fromEntries(events.map((event) => [event.type, delivery(event)])) }
      : {}),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema, ...dataSchemas(events) },
    },
  }
}

const dataName = (about: EventSubject) => `EventData.${about}`

/** Many events carry the same object, so its schema is included once. */
const dataSchemas = (events: readonly WebhookEvent[]) =>
  Object.fromEntries(events.map(({ about }) => [dataName(about), z.toJSONSchema(eventData[about])]))

const delivery = ({ type, about, meaning }: WebhookEvent) => {
  const { properties, ...event } = z.toJSONSchema(apiEvent)
  const data = { $ref: `#/components/schemas/${dataName(about)}` }
  const schema = { ...event, properties: { ...properties, type: { const: type }, data } }
  return {
    post: {
      summary: meaning,
      requestBody: { required: true, content: json(schema) },
      responses: { '2XX': { description: 'Received' } },
    },
  }
}

const operation = (call: Call) => ({
  summary: call.summary,
  tags: [tagOf(call)],
  'x-audience': call.audience,
  ...(call.scope ? { 'x-scope': call.scope } : {}),
  ...(call.audience === 'public' ? {} : { security: [{ bearer: [] }] }),
  parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query'), ...headersOf(call)],
  ...(call.body ? { requestBody: { required: true, content: json(bodySchema(call)) } } : {}),
  responses: {
    200: {
      description: 'Done',
      ...answerHeaders(call),
      content: call.media ? { [call.media]: {} } : json(z.toJSONSchema(call.output)),
    },
    ...(call.accepted ? { 202: { description: 'Accepted', content: json(z.toJSONSchema(call.accepted)) } } : {}),
    ...refusals([
      ...(call.audience === 'api' ? anyKeyErrors : []),
      ...(call.recentPassword ? (['password-needed'] as const) : []),
      ...(call.errors ?? []),
    ]),
  },
})

/** Errors that any call with a key can return. */
const anyKeyErrors: readonly ErrorCode[] = [
  'invalid-request',
  'invalid-api-key',
  'scope-missing',
  'source-not-allowed',
  'rate-limited',
]

const tagOf = ({ path }: Call) => {
  const [, , first = 'api', second = first] = path.split('/')
  return first === 'v1' ? second : first
}

/** Their callers have no account, so an idempotency key would belong to nobody. */
const anonymousAudiences: readonly Audience[] = ['public', 'engine', 'sandbox']

const headersOf = ({ audience, method }: Call) =>
  method === 'POST' && !anonymousAudiences.includes(audience)
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'A unique key for this request. Repeating the same request with the same key returns the first response, with `Idempotent-Replayed: true`. Using the key with a different body returns an error. Keys never expire.',
          schema: { type: 'string', minLength: 1, maxLength: 200 },
        },
      ]
    : []

const answerHeaders = ({ query }: Call) =>
  query && 'cursor' in (z.toJSONSchema(query, { io: 'input' }).properties ?? {})
    ? {
        headers: {
          'X-Next-Cursor': {
            description: 'Start of the next page. Send it as `cursor`. Missing on the last page.',
            schema: { type: 'string' },
          },
        },
      }
    : {}

/** A webhook's body is any signed bytes. */
const bodySchema = (call: Call) =>
  call.body && call.audience !== 'engine' ? z.toJSONSchema(call.body, { io: 'input' }) : {}

const json = (schema: unknown) => ({ 'application/json': { schema } })

const parameters = (shape: z.ZodType | undefined, where: 'path' | 'query') => {
  if (!shape) return []
  const schema = z.toJSONSchema(shape, { io: 'input' }) as { properties?: Record<string, unknown>; required?: string[] }
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (schema.required ?? []).includes(name),
    schema: property,
  }))
}

const refusals = (codes: readonly ErrorCode[]) => {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) byStatus.set(errors[code].status, [...(byStatus.get(errors[code].status) ?? []), code])
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      { description: of.join(', '), content: json({ $ref: '#/components/schemas/Error' }) },
    ]),
  )
}

const errorSchema = {
  type: 'object',
  required: ['message', 'error', 'code', 'requestId'],
  properties: {
    message: { type: 'string' },
    error: { type: 'string' },
    code: { enum: Object.keys(errors) },
    requestId: { type: 'string' },
    fields: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    challenge: { type: 'object', properties: { text: { type: 'string' }, bits: { type: 'integer' } } },
  },
}
