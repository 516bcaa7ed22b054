import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ownCluster } from '../../../test/database.ts'
import { withDatabase } from '../../../test/postgres.ts'
import { migrate } from './migrate.ts'
import { sqlFolder } from './migrate-database.ts'

test('a role without special rights migrates its database, and its reads get neither parallel workers nor compilation', async () => {
  const { url } = ownCluster()
  const name = `bitquay_${randomBytes(6).toString('hex')}`
  const admin = new pg.Pool({ connectionString: url })
  await admin.query(`create role ${name} login password '${name}' nosuperuser nocreatedb nocreaterole`)
  await admin.query(`create database ${name} owner ${name}`)
  const own = new URL(withDatabase(url, name))
  own.username = name
  own.password = name
  const pool = new pg.Pool({ connectionString: own.href }).on('error', () => undefined)
  try {
    await migrate(pool, sqlFolder)
    const { rows } = await admin.query<{ setconfig: string[] }>(
      `select setconfig from pg_db_role_setting
       where setrole = $1::regrole and setdatabase = (select oid from pg_database where datname = $2)`,
      [name, name],
    )
    expect(rows).toEqual([{ setconfig: ['max_parallel_workers_per_gather=0', 'jit=off'] }])
  } finally {
    await pool.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role ${name}`)
    await admin.end()
  }
})
