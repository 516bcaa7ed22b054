import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { connectDatabase, type Database } from './connect.ts'
import { toApiError } from './constraints.ts'
import { inTransaction } from './transaction.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a connection that PostgreSQL closes inside a transaction fails that transaction only', async () => {
  const work = inTransaction(database.db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(database.db)
    // After one round trip the end of that connection has been read. An unhandled error would fail this run.
    await sql`select 1`.execute(database.db)
    await sql`select 1`.execute(tx)
  })
  expect(toApiError(await work.catch((error: unknown) => error))).toMatchObject({ code: 'unavailable' })
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.db)
  expect(rows).toEqual([{ one: 1 }])
})

test('a transaction begins, sets its timeouts and reads the time in one round trip', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const inside = await inTransaction(database.db, async (tx) => {
    const { rows } = await sql<{ lockTimeout: string; statementTimeout: string; now: Date }>`
      select current_setting('lock_timeout') as lock_timeout, current_setting('statement_timeout') as statement_timeout,
        app_now() as now`.execute(tx)
    return { ...rows[0], begun: tx.now }
  })
  const { length: trips } = sent.mock.calls
  sent.mockRestore()
  expect(trips).toBe(3)
  expect(inside).toMatchObject({ lockTimeout: '5s', statementTimeout: '15s', now: inside.begun })
})

test('a transaction that could not begin leaves its connection usable', async () => {
  await sql`alter function app_now() rename to app_now_before`.execute(database.db)
  const failed = await inTransaction(database.db, () => Promise.resolve()).catch((error: unknown) => error)
  await sql`alter function app_now_before() rename to app_now`.execute(database.db)
  expect(failed).toBeInstanceOf(Error)
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.db)
  expect(rows).toEqual([{ one: 1 }])
})

test('connections stay open from one run of the workers to the next', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const backend = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)).rows[0]?.pid
    const before = await backend()
    vi.advanceTimersByTime(60_000)
    expect(await backend()).toBe(before)
  } finally {
    vi.useRealTimers()
  }
})

const connectBriefly = () =>
  connectDatabase(database.pool.options.connectionString ?? '', { maxConnections: 1, readLimitMs: 300 })

const countSleepers = async () => {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and state = 'active' and query like 'select pg_sleep(%'`.execute(database.db)
  return Number(rows[0]?.count)
}

test('a query that takes too long ends in PostgreSQL too, and nobody waits for it', async () => {
  const { db, close } = connectBriefly()
  try {
    await expect(sql`select pg_sleep(30)`.execute(db)).rejects.toThrow('Query read timeout')
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    await expect.poll(countSleepers).toBe(0)
  } finally {
    await close()
  }
})

test('a transaction whose query takes too long is not continued by the next user of its connection', async () => {
  const { db, close } = connectBriefly()
  const begunAt = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  try {
    const before = (await begunAt()).rows[0]?.pid
    const failed = inTransaction(db, async (tx) => {
      await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
      await sql`select pg_sleep(30)`.execute(tx)
    })
    await expect(failed).rejects.toThrow('Query read timeout')
    expect((await begunAt()).rows[0]?.pid).not.toBe(before)
    await expect.poll(countSleepers).toBe(0)
  } finally {
    await close()
  }
})

test('closing ends the connections of a pool that was used without Kysely', async () => {
  const { pool, close } = connectDatabase(database.pool.options.connectionString ?? '', { maxConnections: 1 })
  await pool.query('select 1')
  expect(pool.totalCount).toBe(1)
  await close()
  expect([pool.ended, pool.totalCount]).toEqual([true, 0])
})
