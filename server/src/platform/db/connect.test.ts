import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import type { Database } from './connect.ts'
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
