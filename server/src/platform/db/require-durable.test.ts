import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, ownCluster } from '../../../test/database.ts'
import { requireDurable } from './require-durable.ts'

/** PostgreSQL as it could be, in place of one with another operating system. */
let database: Awaited<ReturnType<typeof openTestDatabase>>
let operator: pg.Client
let name: string
beforeAll(async () => {
  database = await openTestDatabase()
  name = new URL(database.url).pathname.slice(1)
  operator = new pg.Client({ connectionString: ownCluster().url })
  await operator.connect()
})
afterAll(async () => {
  await operator.end()
  await database.close()
})

test('a usual primary is fine', () => requireDurable(database.pool))

test('indexes that another version of the system’s collation built stop the start', async () => {
  const setVersion = (version: string | null) =>
    operator.query('update pg_database set datcollversion = $1 where datname = $2', [version, name])
  await setVersion('2.1-old')
  await expect(requireDurable(database.pool)).rejects.toThrow(
    new RegExp(
      `built with version 2\\.1-old of the collation, and this system has .*run REINDEX DATABASE ${name} and then ALTER DATABASE ${name} REFRESH COLLATION VERSION\\.$`,
    ),
  )
  await setVersion(null)
  await requireDurable(database.pool)
})

test('only a collation that an index uses matters', async () => {
  await database.pool.query(`create collation "Straße" (provider = icu, locale = 'de')`)
  await database.pool.query(`update pg_collation set collversion = '1.0' where collname = 'Straße'`)
  await requireDurable(database.pool)
  await database.pool.query(`create table names (name text collate "Straße" unique)`)
  await expect(requireDurable(database.pool)).rejects.toThrow(
    /version 1\.0 of the collation public\."Straße", and this system has [\d.]+,.* ALTER COLLATION public\."Straße" REFRESH VERSION\.$/,
  )
})
