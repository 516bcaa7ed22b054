import { revokeApiKey } from '@bitquay/contract/api-keys'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant, ask, signInAs } from '../../test/people.ts'
import { readStream } from '../../test/read-stream.ts'
import { recordAnyEvent } from '../../test/record-event.ts'
import { inTransaction } from '../platform/db/transaction.ts'

let server: TestApp
let origin: string
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  // After an abort, Node's fetch opens connections that it never uses, and closing would wait for them.
  server.app.server.closeAllConnections()
  await server.close()
})

const listen = async (key: string, after?: string) => {
  const query = after === undefined ? '' : `?after=${after}`
  const stream = await readStream(`${origin}/api/v1/events/stream${query}`, key)
  const notes = () => [...stream.text().matchAll(/"note":"(\w+)"/g)].map(([, note]) => note)
  return { ...stream, notes }
}

const until = (isTrue: () => boolean | Promise<boolean>) =>
  expect.poll(isTrue, { timeout: 90_000, interval: 50 }).toBe(true)

const record = (merchantId: number, note: string) =>
  inTransaction(server.deps.db, (tx) => recordAnyEvent(tx, merchantId, 'invoice.settled', { note }))

const countStreams = async () => {
  const { rows } = await sql`select from event_streams where person_kind = 'api-key'`.execute(server.deps.db)
  return rows.length
}

test('a key gets the new events of its own merchant, in order', async () => {
  const [one, other] = [await addMerchant(server), await addMerchant(server)]
  await record(one.id, 'before')
  const stream = await listen(await addApiKey(server, one.id, ['read']))
  expect(stream.answer.headers.get('content-type')).toContain('text/event-stream')
  await until(() => stream.text().includes('event: ready\nid: evt_'))
  await record(other.id, 'foreign')
  for (const note of ['first', 'second', 'third']) await record(one.id, note)
  await until(() => stream.notes().length >= 3)
  expect(stream.notes()).toEqual(['first', 'second', 'third'])
  stream.close()
})

test('a stream continues after an event, also with more than one page of them', async () => {
  const merchant = await addMerchant(server)
  const key = await addApiKey(server, merchant.id, ['read'])
  const notes = Array.from({ length: 120 }, (_, number) => `n${number}`)
  for (const note of notes) await record(merchant.id, note)
  const listed = await server.app.inject({
    url: '/api/v1/events?limit=1',
    headers: { authorization: `Bearer ${key}` },
  })
  const stream = await listen(key, listed.json()[0].id)
  await until(() => stream.notes().length >= notes.length - 1)
  expect(stream.notes()).toEqual(notes.slice(1))
  stream.close()
})

test('an event of another merchant is no place to continue from', async () => {
  const [one, other] = [await addMerchant(server), await addMerchant(server)]
  await record(other.id, 'foreign')
  const listed = await server.app.inject({
    url: '/api/v1/events',
    headers: { authorization: `Bearer ${await addApiKey(server, other.id, ['read'])}` },
  })
  const stream = await listen(await addApiKey(server, one.id, ['read']), listed.json()[0].id)
  expect(stream.answer.status).toBe(404)
})

test('of 50 streams that a key opens at once 10 are open, and other keys are not affected', async () => {
  const merchant = await addMerchant(server)
  const key = await addApiKey(server, merchant.id, ['read'])
  const streams = await Promise.all(Array.from({ length: 50 }, () => listen(key)))
  const statuses = streams.map(({ answer }) => answer.status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(40).fill(429)])
  const refused = streams.find(({ answer }) => answer.status === 429)
  expect(Number(refused?.answer.headers.get('retry-after'))).toBeGreaterThan(0)
  await until(() => refused?.text().includes('too-many-streams') === true)

  const other = await listen(await addApiKey(server, merchant.id, ['read']))
  expect(other.answer.status).toBe(200)
  for (const stream of [...streams, other]) stream.close()
  await until(async () => (await countStreams()) === 0)
})

test('programs that leave at once keep no place', async () => {
  const merchant = await addMerchant(server)
  const key = await addApiKey(server, merchant.id, ['read'])
  const leave = async () => {
    const abort = new AbortController()
    const opening = fetch(`${origin}/api/v1/events/stream`, {
      headers: { authorization: `Bearer ${key}` },
      signal: abort.signal,
    })
    await new Promise((resolve) => setImmediate(resolve))
    abort.abort()
    await opening.catch(() => undefined)
  }
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 10 }, leave))
  await until(async () => (await countStreams()) === 0)
  expect(server.deps.openStreams.size).toBe(0)
  const stream = await listen(key)
  expect(stream.answer.status).toBe(200)
  stream.close()
})

test('revoking the key ends its stream', async () => {
  const merchant = await addMerchant(server)
  const stream = await listen(await addApiKey(server, merchant.id, ['read']))
  await until(() => stream.text().includes('event: ready'))
  const { id } = await server.deps.db
    .selectFrom('apiKeys')
    .select('id')
    .where('merchantId', '=', merchant.id)
    .executeTakeFirstOrThrow()
  const revoked = await ask(server, revokeApiKey, { token: await signInAs(server, merchant), params: { id } })
  expect(revoked.status).toBe(200)
  await until(stream.ended)
})
