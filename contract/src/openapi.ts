import { z } from 'zod'
import type { Audience, Call } from './call.ts'
import { type ErrorCode, errors } from './errors.ts'
import { addExamples, type JsonSchema, type Schemas } from './openapi-examples.ts'
import { signingFaults } from './signing.faults.ts'
import { examples, parameterExamples } from './v1/examples.ts'
import { tagDescriptions } from './v1/tags.ts'
import { type EventSubject, eventData, type WebhookEvent } from './webhooks.events.ts'
import { apiEvent } from './webhooks.ts'

/** Generates an OpenAPI 3.1 document from calls and the webhook events. */
export const toOpenApi = (
  calls: readonly Call[],
  about: { title: string; version: string; url: string },
  events: readonly WebhookEvent[] = [],
) => {
  const schemas: Schemas = { Error: errorSchema }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, schemas) }
  }
  const webhooks = Object.fromEntries(events.map((event) => [event.type, delivery(event, schemas)]))
  if (events.length > 0) schemas['Event'] = eventUnion(events)
  addExamples(schemas, examples)
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: about.version,
      description:
        'Money is decimal strings, times are ISO 8601. Lists are arrays, and the header `X-Next-Cursor` has the cursor of the next page. Errors have a stable `code`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl(about.url) }],
    tags: tagsOf(calls, events),
    paths,
    ...(events.length > 0 ? { webhooks } : {}),
    components: { securitySchemes: schemesOf(calls), schemas },
  }
}

/** Another computer can't reach localhost, so there the document only says: the server that you read this from. */
const serverUrl = (url: string) => (/^https?:\/\/localhost(:|\/|$)/.test(url) || url === '' ? '/' : url)

const tagsOf = (calls: readonly Call[], events: readonly WebhookEvent[]) =>
  [...new Set([...calls.map(tagOf), ...events.map(() => 'webhooks')])].flatMap((name) => {
    const description = tagDescriptions[name]
    return description === undefined ? [] : [{ name, description }]
  })

const schemesOf = (calls: readonly Call[]) => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key of the merchant, or the token of a session for calls of the screens.',
  },
  ...(calls.some(({ audience }) => audience === 'till')
    ? { device: { type: 'apiKey', in: 'cookie', name: 'bitquay_till', description: 'The cookie of a till.' } }
    : {}),
})

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** The schema of a shape. Named schemas inside of it are added to the components. */
const toSchema = (shape: z.ZodType, io: 'input' | 'output', schemas: Schemas): JsonSchema => {
  const { $schema: _version, ...schema } = z.toJSONSchema(shape, { io })
  const moved = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $defs = {}, ...own } = JSON.parse(moved) as JsonSchema & { $defs?: Schemas }
  for (const [name, named] of Object.entries($defs)) schemas[name] ??= named
  return own
}

const toPascal = (name: string) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** The name of an event's schema, such as `InvoiceSettledEvent`. */
export const eventSchemaName = (type: string) => `${toPascal(type)}Event`

const delivery = (event: WebhookEvent, schemas: Schemas) => {
  const { type, about, meaning } = event
  const name = eventSchemaName(type)
  const shape = z.strictObject({
    ...apiEvent.shape,
    type: z.literal(type).describe('What happened.'),
    data: eventData[about].describe('The object as the API returned it then.'),
  })
  schemas[name] = {
    ...toSchema(shape, 'output', schemas),
    description: meaning,
    examples: [eventExample(event, schemas)],
  }
  return {
    post: {
      operationId: `on${toPascal(type)}`,
      summary: meaning,
      description: `${meaning} Sent to your endpoints that chose \`${type}\`. Answer with any 2xx status within 10 seconds, after you checked the signature.`,
      tags: ['webhooks'],
      security: [],
      parameters: signatureHeaders,
      requestBody: { required: true, content: json(reference(name), eventExample(event, schemas)) },
      responses: {
        '2XX': { description: 'Received' },
        '410': { description: 'Gone: the endpoint is disabled and gets no more events.' },
      },
    },
  }
}

const eventExample = ({ type, about }: WebhookEvent, schemas: Schemas) => {
  const [event] = examples['Event'] ?? []
  const [object] = examples[subjectSchema(about, schemas)] ?? []
  return { ...(event as object), type, data: object }
}

const subjectSchema = (about: EventSubject, schemas: Schemas) =>
  String(toSchema(eventData[about], 'output', schemas)['$ref'])
    .split('/')
    .at(-1) ?? ''

/** An event of a list is one of all events, told apart by its type. */
const eventUnion = (events: readonly WebhookEvent[]): JsonSchema => ({
  description: 'Something that happened. `type` says which of these it is.',
  oneOf: events.map(({ type }) => reference(eventSchemaName(type))),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(events.map(({ type }) => [type, reference(eventSchemaName(type)).$ref])),
  },
})

const signatureHeaders = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The event’s ID. It stays the same when a delivery is repeated.',
    schema: { type: 'string' },
    example: 'evt_0f8fad5bd9cb469fa16570867728950e',
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this delivery was sent, in Unix seconds.',
    schema: { type: 'string' },
    example: '1794821400',
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description: 'The signatures as in Standard Webhooks, separated by spaces. One of them must match.',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
]

/** The name of the operation in generated clients. Calls of the screens are named after their path. */
const operationIdOf = ({ operationId, method, path }: Call) => {
  if (operationId !== undefined) return operationId
  const parts = path.replace(/^\/api\//, '').replace(/:(\w+)/g, 'by-$1')
  return method.toLowerCase() + toPascal(parts)
}

const operation = (call: Call, schemas: Schemas) => ({
  operationId: operationIdOf(call),
  summary: call.summary,
  description: describeOperation(call),
  tags: [tagOf(call)],
  'x-audience': call.audience,
  ...(call.scope ? { 'x-scope': call.scope } : {}),
  ...(call.alsoNeeds ? { 'x-also-needs': call.alsoNeeds } : {}),
  security: securityOf(call),
  parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query'), ...headersOf(call)],
  ...(call.body ? { requestBody: { required: true, content: requestContent(call, schemas) } } : {}),
  responses: {
    200: {
      description: 'Done',
      ...answerHeaders(call),
      content: call.media ? { [call.media]: {} } : content(call.output, schemas),
    },
    ...(call.accepted ? { 202: { description: 'Accepted', content: content(call.accepted, schemas) } } : {}),
    ...refusals(errorsOf(call)),
  },
})

const describeOperation = (call: Call) => [call.description ?? `${call.summary}.`, ...describeScopes(call)].join(' ')

const describeScopes = ({ scope, alsoNeeds, anyScope }: Call) => {
  if (anyScope) return ['Any API key may call it.']
  if (scope === undefined) return []
  if (alsoNeeds === undefined) return [`Needs an API key with the scope \`${scope}\`.`]
  return [`Needs an API key with the scopes \`${scope}\` and \`${alsoNeeds}\`.`]
}

const securityOf = ({ audience }: Call) => {
  if (audience === 'public') return []
  return [{ [audience === 'till' ? 'device' : 'bearer']: [] }]
}

const personErrors: readonly ErrorCode[] = ['not-signed-in', 'forbidden', 'enrollment-needed']

/** What any call of an audience can return, before its own errors. */
const audienceErrors: Record<Audience, readonly ErrorCode[]> = {
  public: [],
  person: personErrors,
  merchant: personErrors,
  'merchant-manager': personErrors,
  'merchant-owner': personErrors,
  partner: personErrors,
  admin: personErrors,
  engine: [],
  api: ['invalid-api-key', 'api-key-suspended', 'scope-missing', 'source-not-allowed', 'rate-limited'],
  till: ['device-not-bound'],
  sandbox: ['not-signed-in', 'forbidden', 'not-found'],
}
const bodyErrors: readonly ErrorCode[] = ['body-too-large', 'unsupported-media-type']

/** A person's request that was interrupted isn't run again by itself, a program's is. */
const idempotencyErrors = (call: Call): readonly ErrorCode[] => [
  'idempotency-key-reused',
  'request-in-progress',
  ...(call.audience === 'api' ? [] : (['outcome-unknown'] as const)),
  ...(call.secret ? (['answer-not-kept'] as const) : []),
]

/** What people and tills change is limited. */
const isCounted = ({ audience, method }: Call) =>
  method !== 'GET' && (audience === 'till' || (audience !== 'admin' && audienceErrors[audience] === personErrors))

const errorsOf = (call: Call): readonly ErrorCode[] => [
  ...new Set<ErrorCode>([
    'invalid-request',
    ...audienceErrors[call.audience],
    ...(call.params ? (['not-found'] as const) : []),
    ...(call.method === 'GET' ? [] : bodyErrors),
    ...(isCounted(call) ? (['too-many-attempts'] as const) : []),
    ...(takesIdempotencyKey(call) ? idempotencyErrors(call) : []),
    ...(call.recentPassword ? (['password-needed'] as const) : []),
    ...(call.errors ?? []),
  ]),
]

const tagOf = ({ path }: Call) => {
  const [, , first = 'api', second = first] = path.split('/')
  return first === 'v1' ? second.replace('.json', '') : first
}

/** Their callers have no account, so an idempotency key would belong to nobody. */
const anonymousAudiences: readonly Audience[] = ['public', 'engine', 'till', 'sandbox']

const takesIdempotencyKey = ({ audience, method }: Call) => method === 'POST' && !anonymousAudiences.includes(audience)

const headersOf = (call: Call) =>
  takesIdempotencyKey(call)
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'A unique key for this request. Repeating the same request with the same key returns the first response, with `Idempotent-Replayed: true`. Using the key with a different body returns an error. Keys never expire.',
          schema: { type: 'string', minLength: 1, maxLength: 200 },
          example: 'order-1042',
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
            example: '1042',
          },
        },
      }
    : {}

/** A webhook's body is any signed bytes. */
const requestContent = (call: Call, schemas: Schemas) => {
  if (!call.body || call.audience === 'engine') return json({})
  const name = toPascal(`${operationIdOf(call)}-request`)
  schemas[name] = { description: `The body of ${operationIdOf(call)}.`, ...toSchema(call.body, 'input', schemas) }
  return json(reference(name), examples[name]?.[0])
}

const content = (shape: z.ZodType, schemas: Schemas) => {
  const schema = toSchema(shape, 'output', schemas)
  return json(schema, exampleOf(schema))
}

const exampleOf = (schema: JsonSchema): unknown => {
  if (schema.items) {
    const item = exampleOf(schema.items)
    return item === undefined ? undefined : [item]
  }
  return examples[schema.$ref?.split('/').at(-1) ?? '']?.[0]
}

const json = (schema: unknown, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

const parameters = (shape: z.ZodType | undefined, where: 'path' | 'query') => {
  if (!shape) return []
  const schema = z.toJSONSchema(shape, { io: 'input' }) as JsonSchema
  return Object.entries(schema.properties ?? {}).map(([name, { description, ...property }]) => ({
    name,
    in: where,
    required: where === 'path' || (schema.required ?? []).includes(name),
    ...(description === undefined ? {} : { description }),
    // A map is written as `metadata[color]=blue`.
    ...(property.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    schema: property,
    example: property.enum?.[0] ?? exampleOfParameter(name, property),
  }))
}

/** A parameter that takes only a day has no time in its example. */
const exampleOfParameter = (name: string, { format }: JsonSchema) => {
  const example = parameterExamples[name]
  return format === 'date' ? String(example).slice(0, 10) : example
}

const refusals = (codes: readonly ErrorCode[]) => {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) byStatus.set(errors[code].status, [...(byStatus.get(errors[code].status) ?? []), code])
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.join(', '),
        content: { 'application/json': { schema: reference('Error'), examples: errorExamples(of) } },
      },
    ]),
  )
}

const requestId = '6f1c2d5e-9a0b-4c3d-8e7f-1a2b3c4d5e6f'

const errorExamples = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(
    codes.map((code) => {
      const { message } = errors[code]
      return [code, { value: { message, error: message, code, requestId } }]
    }),
  )

const errorSchema: JsonSchema = {
  type: 'object',
  description: 'Why a request was refused.',
  required: ['message', 'error', 'code', 'requestId'],
  examples: [{ message: 'Not found', error: 'Not found', code: 'not-found', requestId }],
  properties: {
    message: { type: 'string', description: 'What happened, for people.', examples: ['Not found'] },
    error: { type: 'string', description: 'The same as `message`.', examples: ['Not found'] },
    code: {
      type: 'string',
      enum: Object.keys(errors),
      description: 'What happened, for programs. It never changes.',
      examples: ['not-found'],
    },
    requestId: {
      type: 'string',
      description: 'The request, also in the header `X-Request-Id`. Name it when you contact support.',
      examples: [requestId],
    },
    fields: {
      type: 'array',
      description: 'The fields that are wrong.',
      examples: [[{ path: 'amount', message: 'Please enter a valid amount' }]],
      items: {
        type: 'object',
        description: 'A field that is wrong.',
        required: ['path', 'message'],
        properties: {
          path: {
            type: 'string',
            description: 'Where the field is, such as `methodLimits.0.min`.',
            examples: ['amount'],
          },
          message: { type: 'string', description: 'What is wrong.', examples: ['Please enter a valid amount'] },
        },
      },
    },
    signing: {
      type: 'object',
      description: 'What is wrong with a signed PSBT, with `signature-refused`.',
      required: ['fault', 'outputs'],
      examples: [{ fault: 'not-signed', outputs: [] }],
      properties: {
        fault: {
          type: 'string',
          enum: [...signingFaults],
          description: 'The first thing that is wrong.',
          examples: ['not-signed'],
        },
        outputs: {
          type: 'array',
          description: 'The outputs that differ.',
          examples: [[]],
          items: {
            type: 'object',
            description: 'An output that differs.',
            required: ['address', 'requestedBtc', 'signedBtc'],
            properties: {
              address: {
                type: 'string',
                description: 'Where it goes.',
                examples: ['bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh'],
              },
              requestedBtc: { type: ['string', 'null'], description: 'What was requested.', examples: ['0.02208248'] },
              signedBtc: { type: ['string', 'null'], description: 'What was signed.', examples: ['0.02108248'] },
            },
          },
        },
      },
    },
    challenge: {
      type: 'object',
      description: 'A task to solve before a sign-in. Programs with a key never get one.',
      required: ['text', 'bits'],
      examples: [{ text: 'c2lnbi1pbg', bits: 18 }],
      properties: {
        text: { type: 'string', description: 'What the proof begins with.', examples: ['c2lnbi1pbg'] },
        bits: { type: 'integer', description: 'How many zero bits its hash begins with.', examples: [18] },
      },
    },
  },
}
