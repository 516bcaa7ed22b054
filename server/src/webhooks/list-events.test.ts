import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { ownCluster } from '../../test/database.ts'
import { holdWriting } from '../../test/hold-writing.ts'
import { addMerchant } from '../../test/people.ts'
import { recordAnyEvent } from '../../test/record-event.ts'
import { until } from '../../test/webhook-receiver.ts'
import { newEventId } from '../facts/table.events.ts'
import { inTransaction } from '../platform/db/transaction.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
})
afterAll(() => server.close())

type Event = { id: string; data: { number: number } }

const reader = async (merchantId: number, scopes: readonly ('read' | 'invoices')[] = ['read']) => {
  const key = await addApiKey(server, merchantId, scopes)
  return async (query = '') => {
    const answer = await server.app.inject({
      url: `/api/v1/events${query}`,
      headers: { authorization: `Bearer ${key}` },
    })
    return { status: answer.statusCode, events: answer.json<Event[]>(), code: answer.json<{ code?: string }>().code }
  }
}

test('a reader who continues from the last event misses none, although some become visible later', async () => {
  const { id } = await addMerchant(server)
  const read = await reader(id)
  const happen = (number: number) =>
    inTransaction(server.deps.db, (tx) => recordAnyEvent(tx, id, 'invoice.created', { number }))

  // The first writer takes its number and commits late, so others overtake it.
  let commit = () => {}
  const mayCommit = new Promise<void>((resolve) => {
    commit = resolve
  })
  let written = () => {}
  const isWritten = new Promise<void>((resolve) => {
    written = resolve
  })
  const slow = inTransaction(server.deps.db, async (tx) => {
    await recordAnyEvent(tx, id, 'invoice.created', { number: 1 })
    written()
    await mayCommit
  })
  await isWritten
  await happen(2)
  const seen: Event[] = []
  const catchUp = async () => {
    for (;;) {
      const last = seen.at(-1)
      const { events } = await read(last ? `?after=${last.id}&limit=2` : '?limit=2')
      if (events.length === 0) return
      seen.push(...events)
    }
  }
  await catchUp()
  commit()
  await slow
  for (let number = 3; number <= 6; number++) await happen(number)
  await until('all six were read', async () => {
    await catchUp()
    return seen.length >= 6
  })
  expect(seen.map(({ data }) => data.number).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6])
  expect(new Set(seen.map((event) => event.id)).size).toBe(6)
})

test('after a restore from a dump with new transaction IDs, later events still come later', async () => {
  const { id } = await addMerchant(server)
  const { db } = server.deps
  const read = await reader(id)
  // As in a dump: created in a transaction with an ID that this server has not reached yet.
  const far = 1_000_000_000n
  await sql`insert into api_events (made_in, merchant_id, event_id, type, object)
    values (${far}, ${id}, ${newEventId()}, 'invoice.created', '{"number": 1}')`.execute(db)
  expect((await read()).events.map(({ data }) => data.number)).toEqual([1])
  await sql`select set_event_clock()`.execute(db)
  await inTransaction(db, (tx) => recordAnyEvent(tx, id, 'invoice.created', { number: 2 }))
  await until('both are listed', async () => (await read()).events.length === 2)
  const { events } = await read()
  expect(events.map(({ data }) => data.number)).toEqual([1, 2])
  // Once is enough: the clock is not moved ahead again.
  const clock = () => db.selectFrom('eventClock').select('ahead').executeTakeFirstOrThrow()
  const before = await clock()
  await sql`select set_event_clock()`.execute(db)
  expect(await clock()).toEqual(before)
})

test('a long transaction in any database of the cluster delays no list', async () => {
  const { id } = await addMerchant(server)
  const read = await reader(id)
  const held = [await holdWriting(server.databaseUrl), await holdWriting(ownCluster().url)]
  const late = await holdWriting(server.databaseUrl, (client) =>
    client.query(`select record_event($1, $2, 'invoice.created', '{"number": 1}')`, [id, newEventId()]),
  )
  try {
    for (const number of [2, 3]) {
      await inTransaction(server.deps.db, (tx) => recordAnyEvent(tx, id, 'invoice.created', { number }))
    }
    const { events } = await read()
    expect(events.map(({ data }) => data.number)).toEqual([2, 3])
    await late.commit()
    // The late event comes after what was read before, so a reader who continues from there gets it.
    const { events: rest } = await read(`?after=${events.at(-1)?.id}`)
    expect(rest.map(({ data }) => data.number)).toEqual([1])
    expect((await read()).events.map(({ data }) => data.number)).toEqual([2, 3, 1])
  } finally {
    for (const one of [...held, late]) await one.commit()
  }
})

test('a long history of events can be read from beginning to end', async () => {
  const { id } = await addMerchant(server)
  const read = await reader(id)
  await sql`insert into api_events (merchant_id, event_id, type, object)
    select ${id}, 'evt_' || lpad(to_hex(n), 32, '0'), 'invoice.created', jsonb_build_object('number', n)
    from generate_series(1, 2500) n`.execute(server.deps.db)
  const numbers: number[] = []
  let query = '?limit=100'
  for (let page = await read(query); page.events.length > 0; page = await read(query)) {
    numbers.push(...page.events.map(({ data }) => data.number))
    query = `?limit=100&after=${page.events.at(-1)?.id}`
  }
  expect(numbers).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1))
})

test('events belong to their merchant and need the scope', async () => {
  const [one, other] = [await addMerchant(server), await addMerchant(server)]
  await inTransaction(server.deps.db, (tx) => recordAnyEvent(tx, one.id, 'invoice.created', { number: 1 }))
  const [read, readOther, without] = [await reader(one.id), await reader(other.id), await reader(one.id, ['invoices'])]
  await until('it is listed', async () => (await read()).events.length === 1)
  const [event] = (await read()).events
  expect((await readOther()).events).toEqual([])
  expect(await readOther(`?after=${event?.id}`)).toMatchObject({ status: 404, code: 'not-found' })
  expect(await without()).toMatchObject({ status: 403, code: 'scope-missing' })
  expect(await read('?after=1')).toMatchObject({ status: 400 })
  expect((await read('?type=invoice.settled')).events).toEqual([])
})

test('a recorded event cannot be changed', async () => {
  const { id } = await addMerchant(server)
  await inTransaction(server.deps.db, (tx) => recordAnyEvent(tx, id, 'invoice.created', { number: 1 }))
  await expect(
    server.deps.db.updateTable('apiEvents').set({ type: 'ping' }).where('merchantId', '=', id).execute(),
  ).rejects.toThrow('append-only')
  await expect(server.deps.db.deleteFrom('apiEvents').where('merchantId', '=', id).execute()).rejects.toThrow(
    'append-only',
  )
})
