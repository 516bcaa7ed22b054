import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { connectDatabase, type Database, writeStateOf } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import { runWorkers, type Workers } from './run-workers.ts'

let database: Database & { url: string }
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`create table chores (id int generated always as identity, due_at timestamptz)`.execute(database.db)
})
afterAll(() => database.close())
beforeEach(() => sql`delete from chores`.execute(database.db))

const chore = {
  name: 'chores',
  everyMs: 20,
  due: sql`(select min(due_at) from chores)`,
}
/** A worker that does what is due, with the times of its runs, and one that runs all the time. */
const start = () => {
  const [runs, done]: [number[], number[]] = [[], []]
  let ticks = 0
  const tick = { name: 'ticks', everyMs: 100, run: () => Promise.resolve((ticks += 1) < 0) }
  const run = async () => {
    runs.push(performance.now())
    const { rows } = await sql`delete from chores where due_at <= app_now() returning id`.execute(database.db)
    for (const _ of rows) done.push(performance.now())
    return false
  }
  const workers = runWorkers(database.db, [{ ...chore, run }, tick], () => undefined)
  const waitTicks = async (count: number) => {
    const from = ticks
    await poll(() => ticks).toBeGreaterThanOrEqual(from + count)
  }
  return { runs, done, workers, waitTicks }
}
const addChore = (inSeconds: number, db: Parameters<typeof inTransaction>[0] = database.db) =>
  sql`insert into chores (due_at) values (app_now() + make_interval(secs => ${inSeconds}))`.execute(db)
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 30_000, interval: 5 })

const stopAfter = async (workers: Workers, work: () => Promise<void>) => {
  try {
    await work()
  } finally {
    await workers.stop()
  }
}

test('a worker whose rows aren’t due rests', async () => {
  await addChore(3600)
  const { runs, workers, waitTicks } = start()
  await stopAfter(workers, async () => {
    await poll(() => runs.length).toBe(1)
    await waitTicks(15)
    expect(runs).toHaveLength(1)
  })
})

/** The looks at what is due, and those that only ask whether anything was saved. */
const spyLooks = () => {
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  const texts = () =>
    queries.mock.calls.map(([query]) => {
      const asked = query as unknown as string | { text?: string }
      return typeof asked === 'string' ? asked : (asked.text ?? '')
    })
  return {
    ofAll: () => texts().filter((text) => text.includes('min(due_at)')).length,
    ofSnapshot: () => texts().filter((text) => text.endsWith('select pg_current_snapshot()::text as snapshot')).length,
    end: () => queries.mockRestore(),
  }
}

test('what is due is asked again only after something was saved', async () => {
  await addChore(3600)
  const { runs, done, workers } = start()
  await stopAfter(workers, async () => {
    await poll(() => runs.length).toBe(1)
    const looks = spyLooks()
    await poll(looks.ofSnapshot).toBeGreaterThanOrEqual(6)
    // Every ten seconds in any case, and after what PostgreSQL itself saves.
    expect(looks.ofAll()).toBeLessThanOrEqual(3)
    const [before, other] = [looks.ofAll(), connectDatabase(database.url, { maxConnections: 1 })]
    await addChore(0, other.db)
    await other.close()
    await poll(() => done.length).toBe(1)
    expect(looks.ofAll()).toBeGreaterThan(before)
    looks.end()
  })
})

test('what becomes due later is done at its time', async () => {
  const { done, runs, workers } = start()
  await stopAfter(workers, async () => {
    await poll(() => runs.length).toBe(1)
    const addedAt = performance.now()
    await inTransaction(database.db, (tx) => addChore(2.5, tx))
    await poll(() => done.length).toBe(1)
    const tookMs = (done[0] ?? 0) - addedAt
    expect(tookMs).toBeGreaterThanOrEqual(2490)
    expect(tookMs).toBeLessThan(3500)
    expect(runs.length).toBeLessThanOrEqual(3)
  })
})

test('what this process saves is noticed at once, and what another one saves within a second or two', async () => {
  const other = connectDatabase(database.url, { maxConnections: 1 })
  const { done, runs, workers, waitTicks } = start()
  await stopAfter(workers, async () => {
    await poll(() => runs.length).toBe(1)
    const times: number[] = []
    for (const db of [database.db, database.db, database.db, other.db]) {
      // Between two looks, so that only the sign of the commit can be so fast.
      await waitTicks(3)
      const [addedAt, before] = [performance.now(), done.length]
      await inTransaction(db, (tx) => addChore(0, tx))
      await poll(() => done.length).toBe(before + 1)
      times.push((done.at(-1) ?? 0) - addedAt)
    }
    const [fastest = Number.NaN] = times.slice(0, 3).toSorted((a, b) => a - b)
    expect(fastest).toBeLessThan(500)
    expect(times[3]).toBeLessThan(5000)
  })
  await other.close()
})

test('a clock that is moved makes due what waits for its time', async () => {
  await addChore(3600)
  const { done, runs, workers } = start()
  await stopAfter(workers, async () => {
    await poll(() => runs.length).toBe(1)
    await sql`insert into platform (mode, network) values ('sandbox', 'regtest') on conflict do nothing`.execute(
      database.db,
    )
    await sql`update platform set clock_offset = clock_offset + interval '2 hours'`.execute(database.db)
    await poll(() => done.length).toBe(1)
    await sql`update platform set clock_offset = clock_offset - interval '2 hours'`.execute(database.db)
  })
})

test('a wake during a run is not lost', async () => {
  let runs = 0
  let end = () => undefined as void
  const run = async () => {
    runs += 1
    await new Promise<void>((resolve) => {
      end = () => resolve()
    })
    return false
  }
  const workers = runWorkers(database.db, [{ name: 'slow', everyMs: 60_000, run }], () => undefined)
  await poll(() => runs).toBe(1)
  workers.wake('slow')
  end()
  await poll(() => runs).toBe(2)
  end()
  await workers.stop()
})

test('only a transaction that saved something is a sign', async () => {
  let signs = 0
  writeStateOf(database.db).onWrite(() => (signs += 1))
  await inTransaction(database.db, (tx) => sql`select from chores`.execute(tx))
  expect(signs).toBe(0)
  await inTransaction(database.db, (tx) => addChore(3600, tx))
  expect(signs).toBe(1)
})
