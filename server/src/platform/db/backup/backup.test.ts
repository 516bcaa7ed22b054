import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownCluster } from '../../../../test/database.ts'
import { type Money, startMoney } from '../../../../test/money.ts'
import { withDatabase } from '../../../../test/postgres.ts'
import { migrationsFolder } from '../migrate-database.ts'
import { transientTables } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const role = `bitquay_owner_${process.pid}`
let folder: string
let money: Money
let file: string
let admin: pg.Client
const databases: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-backup-'))
  file = join(folder, 'bitquay.backup')
  money = await startMoney()
  admin = new pg.Client({ connectionString: ownCluster().url })
  await admin.connect()
  // On a managed PostgreSQL nobody is a superuser.
  await admin.query(`create role ${role} login password 'restored'`)
})
afterAll(async () => {
  for (const name of databases) await admin.query(`drop database ${name} with (force)`)
  await admin.query(`drop role ${role}`)
  await admin.end()
  await money.close()
  await rm(folder, { recursive: true, force: true })
})

const createDatabase = async () => {
  const name = `bitquay_restored_${process.pid}_${databases.length}`
  databases.push(name)
  await admin.query(`create database ${name} owner ${role}`)
  const url = new URL(withDatabase(ownCluster().url, name))
  url.username = role
  url.password = 'restored'
  return url.href
}

const restore = (from: string, url: string) =>
  restoreBackup(from, { url, migrations: migrationsFolder, filesFolder: undefined })

/** A digest of the rows of every table. */
const digest = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    if (name === 'migrations' || transientTables.includes(name)) continue
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from "${name}" t`,
    )
    digests[name] = rows[0]?.digest ?? ''
  }
  await client.end()
  return digests
}

test('a database with something in it is never overwritten', async () => {
  const before = await digest(money.server.databaseUrl)
  await expect(restore(file, money.server.databaseUrl)).rejects.toThrow('The database isn’t empty.')
  expect(await digest(money.server.databaseUrl)).toEqual(before)
})

test.each<[string, (content: Buffer) => Buffer]>([
  ['cut off', (content) => content.subarray(0, Math.floor(content.length * 0.9))],
  ['something else', () => Buffer.from('select 1;')],
])('a file that is %s is refused, and the database stays without rows', async (name, damage) => {
  const damaged = join(folder, `${name}.backup`)
  await writeFile(damaged, damage(await readFile(file)))
  const url = await createDatabase()
  await expect(restore(damaged, url)).rejects.toThrow('isn’t a whole backup')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('merchants') is not null as exists`)
  if (rows[0]?.exists) expect((await client.query('select 1 from merchants')).rowCount).toBe(0)
  await client.end()
})

test('a backup that can’t be written leaves no file behind', async () => {
  const nowhere = join(folder, 'missing', 'bitquay.backup')
  await expect(writeBackup(money.server.databaseUrl, nowhere)).rejects.toThrow('ENOENT')
})
