import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/webhook-receiver.ts'
import type { Database } from './connect.ts'
import { migrate } from './migrate.ts'

let database: Database & { url: string }
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'bitquay-migrate-'))
  await mkdir(join(folder, 'migrations'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

test('a migration that deadlocks with a working server is applied once that server is done', async () => {
  await database.pool.query('create table one (id integer); create table two (id integer)')
  await writeFile(
    join(folder, 'migrations', '9000-both.sql'),
    'alter table one add column added integer; alter table two add column added integer;',
  )
  const server = new pg.Client({ connectionString: database.url })
  await server.connect()
  // So that the migration is the one that gives up.
  await server.query(`set deadlock_timeout = '60s'`)
  await server.query('begin')
  await server.query('insert into two values (1)')
  const applied = migrate(database.pool, folder)
  const isWaiting = async () => {
    const { rowCount } = await database.pool.query(
      `select 1 from pg_locks where not granted and relation = 'two'::regclass`,
    )
    return rowCount !== 0
  }
  await until('the migration holds one table and waits for the other', isWaiting)
  // Now each waits for the other.
  await server.query('insert into one (id) values (1)')
  await server.query('commit')
  await server.end()
  expect(await applied).toEqual(['9000-both.sql'])
  expect(await migrate(database.pool, folder)).toEqual([])
  await database.pool.query('select one.added, two.added from one, two')
})
