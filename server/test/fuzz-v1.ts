import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { addApiKey } from './api-keys.ts'
import { junk, type Schema, validValue } from './fuzz-schema.ts'
import type { Money } from './money.ts'
import { refundShops } from './refund-shops.ts'

type Operation = {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: Schema; style?: string; example?: unknown }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }
type FuzzedRequest = {
  path: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  raw: string | undefined
  contentType: string
  caller: 'full' | 'small' | 'unknown' | 'nobody'
  once: string | undefined
}
export type FuzzedOperation = { name: string; method: string; path: string; operation: Operation }

/** Sends generated requests to every operation of the API, and compares each answer with the document. */
export const startFuzz = async (money: Money) => {
  const { app } = money.server
  const document = (await app.inject({ url: '/api/v1/openapi.json' })).json() as Document
  const shops = refundShops(money)
  const shop = await shops.newShop({ dailyRefundLimitUsd: '500.00' })
  const { merchantId } = shop.store
  const { invoiceId } = await shops.paidInvoice(shop)
  const full = await addApiKey(money.server, merchantId, ['read', 'invoices', 'refunds', 'withdrawals'], {
    dailyRefundLimitUsd: '500.00',
  })
  const small = await addApiKey(money.server, merchantId, ['refunds'])
  const keys = { full, small, unknown: `bq_test_${'x'.repeat(43)}`, nobody: undefined }

  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'openapi')
  const validators = new Map<string, ValidateFunction>()
  const validatorOf = ({ method, path }: FuzzedOperation, status: number) => {
    const steps = ['paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema']
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#/${pointer}` })
    validators.set(pointer, known)
    return known
  }
  const resolve = (ref: string) => document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {}

  /** Everything but streams, which never end. */
  const operations: FuzzedOperation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => responses[200]?.content?.['application/json'])
      .map(([method, operation]) => ({ name: operation.operationId, method, path, operation })),
  )

  const requestOf = ({ operation }: FuzzedOperation, isValid: boolean): fc.Arbitrary<FuzzedRequest> => {
    const value = (schema: Schema) =>
      isValid ? validValue(schema, resolve) : fc.oneof(validValue(schema, resolve), junk)
    const within = (place: string) => operation.parameters.filter((parameter) => parameter.in === place)
    const pathValue = (name: string, schema: Schema) => {
      const own = name === 'invoiceId' ? fc.constant(invoiceId) : fc.integer({ min: 1, max: 6 })
      return isValid ? own : fc.oneof(own, value(schema), junk)
    }
    const path = fc.record(
      Object.fromEntries(within('path').map(({ name, schema }) => [name, pathValue(name, schema)])),
    )
    const known = within('query').map(({ name, schema }) => [name, value(schema)] as const)
    const query = fc.record(Object.fromEntries([...known, ...(isValid ? [] : [['unknown', junk] as const])]), {
      requiredKeys: within('query').flatMap(({ name, required }) => (required ? [name] : [])),
    })
    const schema = operation.requestBody?.content['application/json']?.schema
    const fitting = schema ? validValue(schema, resolve) : fc.constant(undefined)
    return fc.record({
      path,
      query,
      body: isValid ? fitting : fc.oneof(fitting.chain(breakBody), junk),
      raw: isValid
        ? fc.constant(undefined)
        : fc.option(fc.constantFrom('{', '[1', '{"a":1,"a":2}', ''), { freq: 6, nil: undefined }),
      contentType: isValid
        ? fc.constant('application/json')
        : fc.oneof(
            { weight: 9, arbitrary: fc.constant('application/json') },
            fc.constantFrom('text/plain', 'application/xml'),
          ),
      caller: isValid
        ? fc.constant('full' as const)
        : fc.oneof(
            { weight: 8, arbitrary: fc.constant('full' as const) },
            fc.constantFrom('small' as const, 'unknown' as const, 'nobody' as const),
          ),
      once: fc.option(fc.stringMatching(/^[a-c]$/), { freq: 3, nil: undefined }),
    })
  }

  const send = async ({ method, path, operation }: FuzzedOperation, request: FuzzedRequest) => {
    const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeText(request.path[name]))
    const key = keys[request.caller]
    const hasBody = operation.requestBody !== undefined || (method !== 'get' && request.raw !== undefined)
    return app.inject({
      method: method.toUpperCase() as 'GET',
      url: `${url}${queryText(request.query)}`,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(request.once === undefined ? {} : { 'idempotency-key': request.once }),
        ...(hasBody ? { 'content-type': request.contentType } : {}),
      },
      ...(hasBody ? { payload: request.raw ?? JSON.stringify(request.body) ?? '' } : {}),
    })
  }

  /** What is wrong with an answer: a failure of ours, an undeclared status, or a body that differs from its schema. */
  const findFault = async (target: FuzzedOperation, request: FuzzedRequest): Promise<string | undefined> => {
    const answer = await send(target, request)
    const about = `${target.name} ${JSON.stringify(request)} → ${answer.statusCode} ${answer.body.slice(0, 500)}`
    if (answer.statusCode >= 500) return `failed: ${about}`
    if (!target.operation.responses[answer.statusCode]) return `undeclared status: ${about}`
    const validate = validatorOf(target, answer.statusCode)
    if (validate(answer.json())) return undefined
    return `other than its schema (${ajv.errorsText(validate.errors)}): ${about}`
  }

  /** Sends as many valid and as many invalid requests. The same seed sends the same. */
  const run = async (target: FuzzedOperation, { seed, count }: { seed: number; count: number }): Promise<string[]> => {
    const faults: string[] = []
    for (const isValid of [true, false]) {
      for (const request of fc.sample(requestOf(target, isValid), { seed, numRuns: count })) {
        const fault = await findFault(target, request)
        if (fault) faults.push(fault)
      }
    }
    return faults.slice(0, 5)
  }

  return { operations, run }
}

/** Changes one part of a body: a wrong value, a missing or an unknown field. */
const breakBody = (body: unknown): fc.Arbitrary<unknown> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return junk
  const names = Object.keys(body)
  const name = names.length > 0 ? fc.constantFrom(...names) : fc.constant('unknown')
  return fc.oneof(
    fc.tuple(name, junk).map(([field, value]) => ({ ...body, [field]: value })),
    name.map((field) => Object.fromEntries(Object.entries(body).filter(([other]) => other !== field))),
    fc.tuple(fc.string({ maxLength: 10 }), junk).map(([field, value]) => ({ ...body, [field]: value })),
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** A path step is never empty, and lone surrogates can't be in a URL. */
const encodeText = (value: unknown) => encodeURIComponent(textOf(value).replace(/\p{Surrogate}/gu, '?')) || '%20'

const queryText = (query: Record<string, unknown>) => {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) return value.map((entry) => [name, entry])
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value).map(([key, entry]) => [`${name}[${key}]`, entry])
    }
    return [[name, value]]
  })
  const text = pairs.map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`).join('&')
  return text ? `?${text}` : ''
}
