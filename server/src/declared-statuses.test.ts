import type { Audience, Call } from '@bitquay/contract/call'
import { calls } from '@bitquay/contract/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { addAdmin, addMerchant, addPartner, signInAs } from '../test/people.ts'

/** The document of all calls declares what its calls answer. `fuzz-v1.test.ts` sends much more to calls with a key. */
let app: TestApp
let tokens: Record<'merchant' | 'partner' | 'admin', string>
let declared: Record<string, Record<string, { responses: Record<string, unknown> }>>
beforeAll(async () => {
  app = await startTestApp()
  tokens = {
    merchant: await signInAs(app, await addMerchant(app)),
    partner: await signInAs(app, await addPartner(app)),
    admin: await signInAs(app, await addAdmin(app)),
  }
  declared = (await app.app.inject({ url: '/api/openapi.json' })).json().paths
})
afterAll(() => app.close())

/** A stream never ends, and after these nobody is signed in. */
const leftOut = (call: Call) =>
  call.media === 'text/event-stream' || /\/auth\/(logout|sessions)/.test(call.path) || call.audience === 'engine'

const kindOf = (audience: Audience): keyof typeof tokens =>
  audience === 'partner' || audience === 'admin' ? audience : 'merchant'

/** Bodies that name something that doesn't exist. */
const namingNothing = [
  { requestId: 2147483646 },
  { requestId: 2147483646, reason: 'Why' },
  { requestId: 2147483646, outcome: 'paid' },
  { token: 'x'.repeat(43) },
  { token: 'x'.repeat(43), address: 'bcrt1qlthqqw3zc4amuxfe20wc4zve7fw0yt8rehm6cp' },
]

type Asked = { who?: keyof typeof tokens; body?: string; contentType?: string; once?: string }

const ask = (call: Call, { who, body, contentType = 'application/json', once }: Asked) =>
  app.app.inject({
    method: call.method,
    url: call.path.replace(/:(\w+)/g, (_, name: string) => (/id$/i.test(name) ? '2147483646' : 'missing')),
    headers: {
      ...(who ? { authorization: `Bearer ${tokens[who]}` } : {}),
      ...(once ? { 'idempotency-key': once } : {}),
      ...(body === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })

test('every call declares how it answers strangers, other roles, unknown IDs, wrong bodies and a reused key', async () => {
  const undeclared: string[] = []
  for (const call of calls.filter((each) => !leftOut(each))) {
    const own = kindOf(call.audience)
    const writes = call.method === 'GET' ? [] : [{ who: own, body: 'x', contentType: 'text/plain' }]
    const repeats = call.method === 'POST' ? [{ who: own, body: '{}', once: 'one key for all' }] : []
    const requests: Asked[] = [
      {},
      { who: own === 'admin' ? 'merchant' : 'admin' },
      { who: own, ...(call.body ? { body: '{}' } : {}) },
      ...(call.body ? namingNothing.map((body) => ({ who: own, body: JSON.stringify(body) })) : []),
      ...writes,
      ...repeats,
    ]
    const { responses } =
      declared[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()] ?? expect.unreachable(call.path)
    for (const { statusCode, body } of await Promise.all(requests.map((request) => ask(call, request)))) {
      if (!(statusCode in responses)) undeclared.push(`${call.method} ${call.path} ${statusCode} ${body.slice(0, 100)}`)
    }
  }
  expect([...new Set(undeclared)]).toEqual([])
})
