import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@bitquay/contract/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPairs } from '../test/agreeing-figures.ts'
import { addApiKey } from '../test/api-keys.ts'
import { freePort } from '../test/process.ts'
import { readAs, type Send } from '../test/read-figures.ts'
import { readConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { type RunningServer, startServer } from './start-server.ts'

let folder: string
let server: RunningServer
let deps: Deps
let url: string

/** The whole demo, as `npm start` shows it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-figures-'))
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  const settings = { DATA_DIR: folder, DEMO_DATA: 'true', PORT: port, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }
  server = await startServer(readConfig(settings), {
    adjust: (given) => {
      deps = given
    },
  })
}, 600_000)

afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const send: Send = async (path, token) => {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return {
    status: answer.status,
    bytes: Buffer.from(await answer.arrayBuffer()),
    next: answer.headers.get('x-next-cursor') ?? undefined,
  }
}

const signIn = async (email: string) => {
  const answer = await fetch(`${url}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'bitquay-demo-1' }),
  })
  return readAs(send, ((await answer.json()) as { token: string }).token)
}

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('all figures of the demo that must agree do', async () => {
  const people = await deps.db.selectFrom('emailAddresses').selectAll().execute()
  const idOf = (email: string) => people.find((person) => person.email === email)?.personId ?? 0
  const merchantId = idOf('merchant@bitquay.test')
  const pairs = listPairs({
    store: {
      merchantId,
      owner: await signIn('merchant@bitquay.test'),
      key: readAs(send, await addApiKey({ deps } as never, merchantId, ['read'])),
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
