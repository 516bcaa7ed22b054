import type { Call } from '@bitquay/contract/call'
import { calls } from '@bitquay/contract/calls'
import { getFraming } from '@bitquay/contract/checkout'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../test/api-keys.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
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

/** Other body fields that calls with an ID in the body need. */
const body = { reason: 'No', outcome: 'paid' }
/** Query parameters that lists need next to their cursor, and paths next to their ID. */
const query = { feeType: 'deposit' }
const params = { kind: 'merchant' }

type Place = { call: Call; part: 'params' | 'query' | 'body'; name: string }
const places: Place[] = calls
  .filter(({ audience }) => audience !== 'sandbox' && audience !== 'engine')
  .flatMap((call) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      fieldsOf(call[part])
        .filter(isNumbered)
        .map((name) => ({ call, part, name })),
    ),
  )

const pick = (from: Record<string, string>, shape: unknown) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => fieldsOf(shape).includes(name)))

test('there are IDs and cursors to try', () => {
  expect(places.filter(({ name }) => name === 'cursor').length).toBeGreaterThan(12)
  expect(places.filter(({ part }) => part === 'params').length).toBeGreaterThan(25)
  expect(places.filter(({ part }) => part === 'body').map(({ name }) => name)).toContain('requestId')
})

test.each(
  places.map((place) => [`${place.call.method} ${place.call.path} ${place.part} ${place.name}`, place] as const),
)('%s does not fail for any number', async (_, { call, part, name }) => {
  const token = call.audience === 'till' ? undefined : tokenFor(call)
  const tryNumber = async (number: string) => {
    const given = (of: typeof part): Record<string, string> => (of === part ? { [name]: number } : {})
    const hasBody = call.body !== undefined
    const answer = await ask(app, call, {
      ...(token === undefined ? { headers: { cookie: device.cookie } } : { token }),
      params: { ...params, slug: device.slug, ...given('params') },
      query: { ...pick(query, call.query), ...given('query') },
      ...(hasBody
        ? { body: { ...pick(body, call.body), ...(part === 'body' ? { [name]: Number(number) } : {}) } }
        : {}),
    })
    expect(answer.status, `${number}: ${JSON.stringify(answer.body)}`).toBeLessThan(500)
    // A cursor may lie beyond the rows of a list with bigint IDs. Everything else must be refused or not found.
    // Nobody may frame a checkout that doesn't exist, which is an answer too.
    if (call === getFraming) expect(answer.body).toEqual({ allowed: false })
    else if (name !== 'cursor') expect([400, 404, 422], number).toContain(answer.status)
  }
  await Promise.all(numbers.map(tryNumber))
})
