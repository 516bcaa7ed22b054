import type { Call } from '@bitquay/contract/call'
import { calls } from '@bitquay/contract/calls'
import { getFraming } from '@bitquay/contract/checkout'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addApiKey } from '../test/api-keys.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { type Schema, validValue } from '../test/fuzz-schema.ts'
import { addAdmin, addMerchant, addPartner, ask, signInAs } from '../test/people.ts'
import { addTillDevice, type TestDevice } from '../test/tills.ts'

/** IDs and cursors that do not fit into a database column or that no row has. */
const numbers = ['2147483648', '9223372036854775808', '1000000000000000000000000000000', '-1', '0', '1.5']

let app: TestApp
let tokens: Record<'merchant' | 'partner' | 'admin', string>
let key: string
let device: TestDevice
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
  const merchant = await addMerchant(app)
  tokens = {
    merchant: await signInAs(app, merchant),
    partner: await signInAs(app, await addPartner(app)),
    admin: await signInAs(app, await addAdmin(app)),
  }
  device = await addTillDevice(app, merchant.id)
  key = await addApiKey(app, merchant.id, ['read', 'invoices', 'refunds', 'withdrawals'])
})
afterAll(() => app.close())

const tokenFor = ({ audience }: Call) => {
  if (audience === 'api') return key
  return tokens[audience === 'admin' || audience === 'partner' ? audience : 'merchant']
}

/** The field names of a schema. */
const fieldsOf = (shape: unknown): string[] =>
  typeof shape === 'object' && shape !== null && 'shape' in shape ? Object.keys(shape.shape as object) : []

/** A shop's own ID of an order is any text. */
const isNumbered = (name: string) => /^(id|cursor)$|Id$/.test(name) && name !== 'orderId'

/** Query parameters that lists need next to their cursor, and paths next to their ID. */
const query = { feeType: 'deposit' }
const params = { kind: 'merchant' }

const pick = (from: Record<string, string>, shape: unknown) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => fieldsOf(shape).includes(name)))

/** A whole number in a request. Its path has `0` for the items of a list. */
type Leaf = { path: string[]; schema: Schema }

const describePart = (shape: z.ZodType | undefined) => {
  const schema = (shape ? z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) : {}) as Schema & {
    $defs?: Record<string, Schema>
  }
  return { schema, resolve: (ref: string): Schema => schema.$defs?.[ref.replace('#/$defs/', '')] ?? {} }
}

const leavesOf = (schema: Schema, resolve: (ref: string) => Schema, path: string[] = []): Leaf[] => {
  if (schema.$ref) return leavesOf(resolve(schema.$ref), resolve, path)
  return [
    ...(schema.type === 'integer' ? [{ path, schema }] : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((part) =>
      leavesOf(part, resolve, path),
    ),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => leavesOf(field, resolve, [...path, name])),
    ...(schema.items ? leavesOf(schema.items, resolve, [...path, '0']) : []),
  ]
}

/** The same value with a number in one place. What is missing on the way there is added. */
const withNumber = (value: unknown, [first, ...rest]: readonly string[], number: number): unknown => {
  if (first === undefined) return number
  const inside = (value as Record<string, unknown> | undefined | null)?.[first]
  return first === '0'
    ? [withNumber(inside, rest, number)]
    : { ...(value as object | null), [first]: withNumber(inside, rest, number) }
}

/** Fields whose schema doesn't say what fits. */
const unguessed = { email: 'nobody@example.test' }

/** A body that would be accepted with this number, so that nothing else is the reason of its refusal. */
const bodyWith = (call: Call, { path, schema }: Leaf, number: number): unknown => {
  const whole = describePart(call.body)
  const fitting = schema.minimum ?? 1
  const sample = fc
    .sample(validValue(whole.schema, whole.resolve), { numRuns: 300, seed: 1 })
    .map((value) => ({ ...(value as object), ...pick(unguessed, call.body) }))
    .find((value) => call.body?.safeParse(withNumber(value, path, fitting)).success)
  expect(sample, `nothing fits ${call.path}`).toBeDefined()
  return withNumber(sample, path, number)
}

type Place = { call: Call; part: 'params' | 'query' | 'body'; name: string; leaf?: Leaf }
const places: Place[] = calls
  .filter(({ audience }) => audience !== 'sandbox' && audience !== 'engine')
  .flatMap((call): Place[] => {
    const { schema, resolve } = describePart(call.body)
    const ids = leavesOf(schema, resolve).filter(({ path }) => path.some((name) => isNumbered(name.replace(/s$/, ''))))
    return [
      ...(['params', 'query'] as const).flatMap((part) =>
        fieldsOf(call[part])
          .filter(isNumbered)
          .map((name) => ({ call, part, name })),
      ),
      ...ids.map((leaf) => ({ call, part: 'body' as const, name: leaf.path.join('.'), leaf })),
    ]
  })

test('there are IDs and cursors to try', () => {
  expect(places.filter(({ name }) => name === 'cursor').length).toBeGreaterThan(12)
  expect(places.filter(({ part }) => part === 'params').length).toBeGreaterThan(25)
  expect(places.filter(({ part }) => part === 'body').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['requestId', 'id', 'ids.0', 'formerWalletId', 'taxRateId', 'lines.0.itemId']),
  )
})

/** Their columns are bigints, where a number in JSON always fits. */
const longOnes = new Set([
  'GET /api/admin/emails/:id params id',
  'POST /api/admin/emails/:id/recipient params id',
  'POST /api/admin/system/mail/:id/dismiss params id',
  'POST /api/admin/system/mail/:id/retry params id',
])

test('every whole number that a call accepts fits into an integer column', () => {
  const found = calls.flatMap((call) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const { schema, resolve } = describePart(call[part])
      return leavesOf(schema, resolve)
        .filter((leaf) => !((leaf.schema.maximum ?? Infinity) <= 2_147_483_647))
        .map(({ path }) => `${call.method} ${call.path} ${part} ${path.join('.')}`)
    }),
  )
  expect(new Set(found)).toEqual(longOnes)
})

test.each(
  places.map((place) => [`${place.call.method} ${place.call.path} ${place.part} ${place.name}`, place] as const),
)('%s does not fail for any number', async (_, { call, part, name, leaf }) => {
  const token = call.audience === 'till' ? undefined : tokenFor(call)
  const tryNumber = async (number: string) => {
    const given = (of: typeof part): Record<string, string> => (of === part ? { [name]: number } : {})
    const answer = await ask(app, call, {
      ...(token === undefined ? { headers: { cookie: device.cookie } } : { token }),
      params: { ...params, slug: device.slug, ...given('params') },
      query: { ...pick(query, call.query), ...given('query') },
      ...(leaf ? { body: bodyWith(call, leaf, Number(number)) } : call.body ? { body: {} } : {}),
    })
    expect(answer.status, `${number}: ${JSON.stringify(answer.body)}`).toBeLessThan(500)
    // A cursor may lie beyond the rows of a list with bigint IDs. Everything else must be refused or not found.
    // Nobody may frame a checkout that doesn't exist, which is an answer too.
    if (call === getFraming) expect(answer.body).toEqual({ allowed: false })
    else if (name !== 'cursor') expect([400, 404, 422], number).toContain(answer.status)
  }
  await Promise.all(numbers.map(tryNumber))
})
