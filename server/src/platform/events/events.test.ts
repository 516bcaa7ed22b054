import type { AddressInfo } from 'node:net'
import { logout } from '@bitquay/contract/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { ownCluster } from '../../../test/database.ts'
import { holdWriting } from '../../../test/hold-writing.ts'
import { addMerchant, addPartner, ask, type Someone, signInAs } from '../../../test/people.ts'
import { readStream } from '../../../test/read-stream.ts'

import { createApp } from '../../app.ts'
import { createDeps } from '../../create-deps.ts'
import { inTransaction } from '../db/transaction.ts'
import { type ChangeAudience, emitChange } from './emit-change.ts'

let server: TestApp
let origin: string
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const listen = (token: string, at = origin) => readStream(`${at}/api/events`, token)

const until = (isTrue: () => boolean | Promise<boolean>) =>
  expect.poll(isTrue, { timeout: 90_000, interval: 50 }).toBe(true)

const note = (audience: ChangeAudience, topic: 'settings' | 'balance' | 'invoices' | 'merchants') =>
  inTransaction(server.deps.db, (tx) => emitChange(tx, audience, topic))

/** A stream only emits what comes after it has started, so changes are emitted until one arrives. */
const isHeard = async (stream: Awaited<ReturnType<typeof listen>>, merchantId: number) => {
  await until(async () => {
    await note(`merchant:${merchantId}`, 'merchants')
    return stream.text().includes('"topic":"merchants"')
  })
}

test('a browser gets its own changes and nobody else’s', async () => {
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

test('changes committed by another process are emitted too', async () => {
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
  await isHeard(stream, merchant.id)
  // The first takes its number, then stays open until the second has committed and was emitted.
  await inTransaction(server.deps.db, async (tx) => {
    await emitChange(tx, `merchant:${merchant.id}`, 'invoices')
    await note(`merchant:${merchant.id}`, 'settings')
    await until(() => stream.text().includes('"topic":"settings"'))
  })
  await until(() => stream.text().includes('"topic":"invoices"') && stream.text().includes('"topic":"settings"'))
  stream.close()
})

test('a long transaction in any database of the cluster delays nobody’s changes', async () => {
  const merchant = await addMerchant(server)
  const stream = await listen(await signInAs(server, merchant))
  await until(() => stream.text().includes(': open'))
  await isHeard(stream, merchant.id)
  const held = [await holdWriting(server.databaseUrl), await holdWriting(ownCluster().url)]
  const late = await holdWriting(server.databaseUrl, (client) =>
    client.query('select note_change($1, $2)', [`merchant:${merchant.id}`, 'invoices']),
  )
  try {
    await note(`merchant:${merchant.id}`, 'balance')
    await until(() => stream.text().includes('"topic":"balance"'))
    expect(stream.text()).not.toContain('"topic":"invoices"')
    await note(`merchant:${merchant.id}`, 'settings')
    await until(() => stream.text().includes('"topic":"settings"'))
    await late.commit()
    await until(() => stream.text().includes('"topic":"invoices"'))
    expect(stream.text().split('"topic":"balance"')).toHaveLength(2)
    expect(stream.text().split('"topic":"invoices"')).toHaveLength(2)
  } finally {
    for (const one of [...held, late]) await one.commit()
    stream.close()
  }
})

test('signing out ends the stream', async () => {
  const merchant = await addMerchant(server)
  const token = await signInAs(server, merchant)
  const stream = await listen(token)
  await until(() => stream.text().includes(': open'))
  await ask(server, logout, { token, body: {} })
  await until(stream.ended)
})

test('a client without a session gets nothing', async () => {
  expect((await fetch(`${origin}/api/events`)).status).toBe(401)
})

describe('at most 10 streams of a person', () => {
  const openAll = (count: number, token: string, at = origin) =>
    Promise.all(Array.from({ length: count }, () => listen(token, at)))
  const statusesOf = (streams: Awaited<ReturnType<typeof openAll>>) =>
    streams.map(({ answer }) => answer.status).toSorted((a, b) => a - b)
  const closeAll = (streams: Awaited<ReturnType<typeof openAll>>) => {
    for (const stream of streams) stream.close()
  }
  const rowsOf = ({ kind, id }: Someone) =>
    server.deps.db
      .selectFrom('eventStreams')
      .selectAll()
      .where('personKind', '=', kind)
      .where('personId', '=', id)
      .execute()

  test('are open on two servers together, also when all open at once, and the others get a retry time', async () => {
    const deps = createDeps(server.deps.config, server.deps.db, server.deps.engine)
    const second = await createApp(deps)
    await second.listen({ port: 0, host: '127.0.0.1' })
    const merchant = await addMerchant(server)
    const [one, two] = [await signInAs(server, merchant), await signInAs(server, merchant)]
    const there = `http://127.0.0.1:${(second.server.address() as AddressInfo).port}`
    const streams = (await Promise.all([openAll(8, one), openAll(8, two, there)])).flat()
    expect(statusesOf(streams)).toEqual([...Array(10).fill(200), ...Array(6).fill(429)])
    const refused = streams.find(({ answer }) => answer.status === 429)
    await until(() => refused?.text().includes('too-many-streams') === true)
    expect(Number(refused?.answer.headers.get('retry-after'))).toBeGreaterThan(0)

    const other = await listen(await signInAs(server, await addMerchant(server)))
    expect(other.answer.status, 'another person is not affected').toBe(200)
    closeAll([...streams, other])
    await second.close()
    await deps.engines.close()
  })

  test('a closed stream and one of a dead process free their place', async () => {
    const merchant = await addMerchant(server)
    const token = await signInAs(server, merchant)
    const streams = await openAll(10, token)
    streams[0]?.close()
    await until(async () => (await rowsOf(merchant)).length <= 9)
    const [tenth, eleventh] = [await listen(token), await listen(token)]
    expect([tenth.answer.status, eleventh.answer.status]).toEqual([200, 429])

    const row = (await rowsOf(merchant))[0]
    await server.deps.db
      .updateTable('eventStreams')
      .set({ leasedUntil: new Date(0) })
      .where('id', '=', row?.id ?? '')
      .execute()
    const next = await listen(token)
    expect(next.answer.status).toBe(200)
    closeAll([...streams, tenth, next])
  })
})
