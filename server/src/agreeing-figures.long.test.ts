import { login } from '@bitquay/contract/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPairs } from '../test/agreeing-figures.ts'
import { addApiKey } from '../test/api-keys.ts'
import { type Demo, startDemo } from '../test/demo.ts'
import { readAs, type Send } from '../test/read-figures.ts'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent' })
}, 600_000)
afterAll(() => demo?.stop())

const send: Send = async (path, token) => {
  const answer = await fetch(`${demo.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return {
    status: answer.status,
    bytes: Buffer.from(await answer.arrayBuffer()),
    next: answer.headers.get('x-next-cursor') ?? undefined,
  }
}

const signIn = async (email: string) => {
  const answer = await fetch(`${demo.url}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'bitquay-demo-1' }),
  })
  return readAs(send, ((await answer.json()) as { token: string }).token)
}

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('all figures of the demo that must agree do', async () => {
  const people = await demo.deps.db.selectFrom('emailAddresses').selectAll().execute()
  const idOf = (email: string) => people.find((person) => person.email === email)?.personId ?? 0
  const merchantId = idOf('merchant@bitquay.test')
  const pairs = listPairs({
    store: {
      merchantId,
      owner: await signIn('merchant@bitquay.test'),
      key: readAs(send, await addApiKey(demo as never, merchantId, ['read'])),
    },
    partner: { id: idOf('partner@bitquay.test'), reader: await signIn('partner@bitquay.test') },
    admin: await signIn('admin@bitquay.test'),
    days: { from: dayAgo(100), to: dayAgo(-1) },
    search: 'guild',
  })
  for (const [what, one, other] of [...pairs.merchant, ...pairs.partner, ...pairs.admin]) {
    // Between two readings, the price or a balance may have changed.
    const read = async () => ({ one: await one(), other: await other() })
    let found = await read()
    for (let tries = 0; tries < 5 && JSON.stringify(found.one) !== JSON.stringify(found.other); tries++)
      found = await read()
    expect.soft(found.one, what).toEqual(found.other)
  }
})
