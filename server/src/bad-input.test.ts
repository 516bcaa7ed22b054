import { login, requestPasswordReset, resetPassword } from '@bitquay/contract/accounts'
import type { Call } from '@bitquay/contract/call'
import { calls } from '@bitquay/contract/calls'
import { changeSettings } from '@bitquay/contract/merchants'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { addAdmin, addMerchant, addPartner, password, securityCallsOf, signInAs } from '../test/people.ts'

/** Malformed input to the account calls gets a clear 4xx in the common error format, and nothing is stored. */
let app: TestApp
let tokens: Record<'merchant' | 'partner' | 'admin', string>
beforeAll(async () => {
  app = await startTestApp()
  tokens = {
    merchant: await signInAs(app, await addMerchant(app, 'victim@example.test')),
    partner: await signInAs(app, await addPartner(app)),
    admin: await signInAs(app, await addAdmin(app)),
  }
})
afterAll(() => app.close())

const accountCalls = calls.filter((call) => call.body && /^\/api\/(auth|merchant|partner|admin)\//.test(call.path))
const own = new Set<Call>([
  login,
  requestPasswordReset,
  resetPassword,
  changeSettings,
  ...(['merchant', 'partner', 'admin'] as const).flatMap((kind) => Object.values<Call>(securityCallsOf(kind))),
])
const withBody = accountCalls.filter((call) => own.has(call))

const tokenFor = ({ audience }: Call) =>
  audience === 'partner' || audience === 'admin' ? tokens[audience] : tokens.merchant

const send = (call: Call, payload: string, headers: Record<string, string> = {}) =>
  app.app.inject({
    method: call.method,
    url: call.path,
    payload,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenFor(call)}`, ...headers },
  })

/** Row counts of every table that an account call could write to. */
const countRows = async () => {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ',
      (select count(*) from sessions), (select count(*) from act_log), (select count(*) from mail_outbox),
      (select count(*) from password_reset_tokens), (select count(*) from recovery_codes), (select count(*) from changes),
      (select count(*) from attempt_limits),
      (select string_agg(m::text, ',') from merchants m), (select string_agg(p::text, ',') from partners p)
    ) as state`.execute(app.deps.db)
  return rows[0]?.state
}

const expectRefusal = (answer: { statusCode: number; json: () => Record<string, unknown> }, what: string) => {
  // Not 401 or 429: the guard or a rate limit would hide that nobody checked the input.
  expect([400, 413, 415], `${what}: ${answer.statusCode}`).toContain(answer.statusCode)
  const body = answer.json()
  expect(
    Object.keys(body)
      .filter((key) => key !== 'fields')
      .sort(),
    what,
  ).toEqual(['code', 'error', 'message', 'requestId'])
  expect(body.error).toBe(body.message)
  expect(String(body.message).length).toBeGreaterThan(0)
}

const good: Record<string, unknown> = {
  email: 'victim@example.test',
  password,
  token: '123456',
  secret: 'JBSWY3DPEHPK3PXP',
  currentPassword: password,
  newPassword: 'a fresh tide 42',
  storeName: 'Door',
}

const badTexts = [null, true, 5, [], {}, ['a'], { a: 1 }, 'NUL\0byte', '\ud800', 'x'.repeat(100_000)]

describe.each(withBody.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_, call) => {
  const fields = Object.keys((call.body as unknown as { shape: Record<string, unknown> }).shape)
  const goodBody = Object.fromEntries(fields.filter((field) => field in good).map((field) => [field, good[field]]))

  test('bodies that are not JSON or do not match the schema are refused', async () => {
    const before = await countRows()
    const bodies: [string, string, Record<string, string>?][] = [
      ['truncated', '{"email":'],
      ['array', '[]'],
      ['text', '"hello"'],
      ['number', '5'],
      ['null', 'null'],
      ['unknown field', JSON.stringify({ ...goodBody, isAdmin: true })],
      ['prototype', JSON.stringify(goodBody).replace('{', '{"__proto__":{"x":1},').replace(',}', '}')],
      ['wrong content type', JSON.stringify(goodBody), { 'content-type': 'text/plain' }],
      ['form', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['tower of lists', '['.repeat(100_000) + ']'.repeat(100_000)],
      ['tower of objects', `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`],
      ['10 MB', JSON.stringify({ ...goodBody, email: 'x'.repeat(10_000_000) })],
      ...fields.map((field): [string, string] => [
        `${field} twice`,
        JSON.stringify(goodBody)
          .replace('{', `{"${field}":"first","${field}":"second"`)
          .replace('"second""', '"second","'),
      ]),
    ]
    // A call without fields accepts an empty body.
    const refused = bodies.filter(([what]) => fields.length > 0 || what !== 'null')
    await Promise.all(
      refused.map(async ([what, payload, headers]) => expectRefusal(await send(call, payload, headers), what)),
    )
    expect(await countRows()).toBe(before)
  })

  if (fields.length === 0) return
  test('fields of the wrong type, too long or not storable are refused', async () => {
    const before = await countRows()
    const tryValue = async (field: string, value: unknown) => {
      // A boolean field accepts values that a text field refuses.
      if ((field === 'paymentLetters' || field === 'sendsReminders') && typeof value === 'boolean') return
      // So does a field for an amount of money.
      if (field === 'zeroConfirmationLimitUsd' && typeof value === 'number') return
      // So do fields for an hour, minutes or a percentage, and null means UTC.
      if (['dayEndsHour', 'priceMinutes', 'shortPercent'].includes(field) && typeof value === 'number') return
      if (field === 'timeZone' && value === null) return
      if (field === 'passesFee' && typeof value === 'boolean') return
      const answer = await send(call, JSON.stringify({ ...goodBody, [field]: value }))
      expectRefusal(answer, `${field}: ${JSON.stringify(value)?.slice(0, 40)}`)
    }
    for (const field of fields) await Promise.all(badTexts.map((value) => tryValue(field, value)))
    expect(await countRows()).toBe(before)
  })
})

test('a path that cannot be decoded is refused in the common error format', async () => {
  for (const url of ['/%', '/api/checkout/%ff', '/api/%zz']) {
    const answer = await app.app.inject({ url })
    expectRefusal(answer, url)
    expect(answer.headers['content-security-policy'], url).toContain("default-src 'none'")
  }
})

test('invalid email addresses and codes are refused with the spec’s messages', async () => {
  const messageOf = async (call: Call, body: object) => (await send(call, JSON.stringify(body))).json().message
  for (const email of [
    '',
    'x',
    'a@',
    '@b.c',
    'a b@c.de',
    'a@b',
    `${'a'.repeat(250)}@b.co`,
    'a@b.co\n',
    'a\u200b@b.co',
  ]) {
    // Spaces around an address are trimmed. Everything else here is not an address.
    if (email.trim() === 'a@b.co') continue
    expect([email, await messageOf(login, { email, password })]).toEqual([email, 'Invalid email address'])
    expect(await messageOf(requestPasswordReset, { email })).toBe('Invalid email address')
  }
  expect(await messageOf(login, { email: 'a@b.co', password: '' })).toBe('Password is required')
  expect(await messageOf(login, { email: 'a@b.co' })).toBe('Password is required')
  const { verifyTwoFactor, disableTwoFactor } = securityCallsOf('merchant')
  for (const token of ['', '12345', '1234567', '12345a', '+12345', ' 12345', '１２３４５６', '1e3456']) {
    expect([token, await messageOf(verifyTwoFactor, { secret: 'x', token })]).toEqual([token, 'Token must be 6 digits'])
    expect(await messageOf(disableTwoFactor, { token })).toBe('Token must be 6 digits')
  }
})

test('a path with characters the database cannot store is refused like such a body', async () => {
  const reads = calls.filter(
    ({ method, audience }) =>
      method === 'GET' && (audience === 'merchant' || audience === 'admin' || audience === 'public'),
  )
  const bad = reads.flatMap((call) => [
    ...(call.path.includes(':') ? [{ call, url: call.path.replace(/:\w+/g, '%00') }] : []),
    ...(call.query ? [{ call, url: `${call.path.replace(/:\w+/g, '1')}?search=a%00b` }] : []),
  ])
  expect(bad.length).toBeGreaterThan(10)
  for (const { call, url } of bad) {
    const answer = await app.app.inject({ url, headers: { authorization: `Bearer ${tokenFor(call)}` } })
    expectRefusal(answer, url)
  }
})
