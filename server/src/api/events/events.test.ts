import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { logout } from '@bitquay/contract/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { addMerchant, addPartner, ask, signInAs } from '../../../test/people.ts'
import { createApp } from '../../app.ts'
import { createDeps } from '../../create-deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type ChangeAudience, noteChange } from '../../platform/events/note-change.ts'

let server: TestApp
let origin: string
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

/** Opens a stream and collects what it says. */
const listen = async (token: string, at = origin) => {
  const abort = new AbortController()
  const answer = await fetch(`${at}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  })
  const heard: string[] = []
  let ended = false
  const read = async () => {
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) heard.push(part.value)
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      ended = true
    })
  return { answer, text: () => heard.join(''), ended: () => ended, close: () => abort.abort() }
}

const until = async (isTrue: () => boolean) => {
  for (let i = 0; i < 200 && !isTrue(); i++) await sleep(50)
  expect(isTrue()).toBe(true)
}

const note = (audience: ChangeAudience, topic: 'settings' | 'balance' | 'invoices') =>
  inTransaction(server.deps.db, (tx) => noteChange(tx, audience, topic))

test('a browser hears of its own changes and of nobody else’s', async () => {
  const [one, other] = [await addMerchant(server), await addMerchant(server)]
  const stream = await listen(await signInAs(server, one))
  expect(stream.answer.headers.get('content-type')).toContain('text/event-stream')
  await until(() => stream.text().includes(': open'))
  await note(`merchant:${other.id}`, 'balance')
  await note(`merchant:${one.id}`, 'settings')
  await until(() => stream.text().includes('event: change\ndata: {"topic":"settings"}'))
  expect(stream.text()).not.toContain('balance')
  stream.close()
})

test('what another process committed is heard too', async () => {
  const deps = createDeps(server.deps.config, server.deps.db, server.deps.engine)
  const second = await createApp(deps)
  await second.listen({ port: 0, host: '127.0.0.1' })
  const partner = await addPartner(server)
  const stream = await listen(
    await signInAs(server, partner),
    `http://127.0.0.1:${(second.server.address() as AddressInfo).port}`,
  )
  await until(() => stream.text().includes(': open'))
  await note(`partner:${partner.id}`, 'balance')
  await until(() => stream.text().includes('"topic":"balance"'))
  stream.close()
  await second.close()
  await deps.engines.close()
})

test('a change that commits after a later one is not lost', async () => {
  const merchant = await addMerchant(server)
  const stream = await listen(await signInAs(server, merchant))
  await until(() => stream.text().includes(': open'))
  await sleep(600)
  // The first takes its number, then waits while the second commits.
  let release = () => undefined as void
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = inTransaction(server.deps.db, async (tx) => {
    await noteChange(tx, `merchant:${merchant.id}`, 'invoices')
    await gate
  })
  await note(`merchant:${merchant.id}`, 'settings')
  await sleep(600)
  release()
  await slow
  await until(() => stream.text().includes('"topic":"invoices"') && stream.text().includes('"topic":"settings"'))
  stream.close()
})

test('signing out ends the stream', async () => {
  const merchant = await addMerchant(server)
  const token = await signInAs(server, merchant)
  const stream = await listen(token)
  await until(() => stream.text().includes(': open'))
  await ask(server, logout, { token, body: {} })
  await until(stream.ended)
})

test('nobody hears nothing', async () => {
  expect((await fetch(`${origin}/api/events`)).status).toBe(401)
})
