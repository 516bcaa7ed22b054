import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownCluster } from '../../../../test/database.ts'
import { makeInvoice } from '../../../../test/make-invoice.ts'
import { type Money, startMoney } from '../../../../test/money.ts'
import { withDatabase } from '../../../../test/postgres.ts'
import { auditLedger } from '../../../operations/audit-ledger.ts'
import { syncStore } from '../../../payments/sync-store.ts'
import { requireSecret, requireUnsealed } from '../../../stores/require-secret.ts'
import { createSealer } from '../../crypto/seal.ts'
import { connectDatabase } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { migrateDatabase, sqlFolder } from '../migrate-database.ts'
import { findOpenRestore, isRestoreCode } from '../restore-row.ts'
import { transientTables } from './manifest.ts'
import { readRows, restoreBackup } from './restore-backup.ts'
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
  restoreBackup(from, { url, sqlFolder, filesFolder: undefined, code: 'CODE' })

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

const without = ({ platform: _p, restores: _r, unconfirmed_people: _u, ...others }: Record<string, string>) => others

/** Triggers, keys and other constraints, and where sequences continue. */
const describe = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ line: string }>(
    `select 'trigger ' || tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text as line from pg_trigger where not tgisinternal
     union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid)
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select 'sequence ' || sequencename || ' ' || coalesce(last_value, 0) from pg_sequences
       where not sequencename = any ('{changes_id_seq, restores_id_seq, unconfirmed_people_id_seq}')
     order by 1`,
  )
  await client.end()
  return rows.map(({ line }) => line)
}

test('a restored database has the same rows, rules and counters, and its audit is clean', async () => {
  const store = await money.newStore('backup', 400_000n, 500_000n)
  const invoice = await makeInvoice(money.deps, store.merchantId, '20.00')
  await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'onchain' })
  await money.mine(1, store)
  const late = await makeInvoice(money.deps, store.merchantId, '30.00')
  await writeBackup(money.server.databaseUrl, file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const before = await digest(money.server.databaseUrl)

  const url = await createDatabase()
  await restore(file, url)
  // The review of the restore changes these, and nothing else.
  const { sessions, ...restored } = without(await digest(url))
  const { sessions: _ended, ...saved } = without(before)
  expect(sessions).toMatch(/^0 /)
  expect(restored).toEqual(saved)
  expect(await describe(url)).toEqual(await describe(money.server.databaseUrl))

  const database = connectDatabase(url, { maxConnections: 3 })
  expect((await auditLedger(database.db)).findings).toEqual([])
  await requireSecret(database.db, money.deps.sealer)
  const { withdrawalsPaused } = await database.db.selectFrom('platform').selectAll().executeTakeFirstOrThrow()
  expect(withdrawalsPaused).toBe(true)
  await expect(database.pool.query('update ledger_entries set amount_sats = 1')).rejects.toThrow()

  // What happened on the chain since the backup is found by the restored platform.
  await money.engine.control.pay({ invoiceId: late.invoiceId ?? '', method: 'onchain' })
  await money.engine.control.mine({ blocks: 1 })
  await syncStore({ ...money.deps, db: database.db }, store.id)
  const caughtUp = await database.db
    .selectFrom('invoices')
    .select('status')
    .where('invoiceId', '=', late.invoiceId ?? '')
    .executeTakeFirstOrThrow()
  expect(caughtUp.status).toMatch(/^(processing|settled)$/)
  expect((await auditLedger(database.db)).findings).toEqual([])
  await database.close()
})

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

test('a secret that doesn’t fit is found in the backup itself, before anything is loaded', async () => {
  const rows = await readRows(file, 'stores', ['tag', 'api_key'])
  const sealed = rows.map(({ tag = '', api_key }) => ({ tag, apiKey: api_key ?? null }))
  expect(sealed.some(({ apiKey }) => apiKey !== null)).toBe(true)
  requireUnsealed(sealed, money.deps.sealer)
  expect(() => requireUnsealed(sealed, createSealer('another secret of 32 characters or more'))).toThrow(
    'APP_SECRET doesn’t match this database.',
  )
})

test('a backup that can’t be written leaves no file behind', async () => {
  const nowhere = join(folder, 'missing', 'bitquay.backup')
  await expect(writeBackup(money.server.databaseUrl, nowhere)).rejects.toThrow('ENOENT')
})

test('a backup of an older version is under review as soon as it has been migrated', async () => {
  const older = join(folder, 'older.backup')
  const url = await createDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await migrate(pool, sqlFolder, { replay: (name) => name < '0145' })
  await pool.query(`insert into platform (mode, network) values ('sandbox', 'regtest')`)
  await pool.query(`insert into admins (email, name) values ('admin@example.test', 'Operator')`)
  await pool.end()
  await writeBackup(url, older)

  const elsewhere = await createDatabase()
  await restore(older, elsewhere)
  await migrateDatabase(elsewhere)
  const { db, close } = connectDatabase(elsewhere, { maxConnections: 1 })
  expect(await findOpenRestore(db)).toMatchObject({ reviewerId: null })
  expect(await isRestoreCode(db, 'CODE')).toBe(true)
  expect(await db.selectFrom('unconfirmedPeople').select(['personKind', 'confirmedAt']).execute()).toEqual([
    { personKind: 'admin', confirmedAt: null },
  ])
  await close()
})

test('a backup from before version 0.3 is loaded into the schema that it had, and upgraded by the restore', async () => {
  const older = join(folder, 'oldest.backup')
  const url = await createDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await migrate(pool, sqlFolder, { replay: (name) => name < '0113' })
  await pool.query(`insert into platform (mode, network) values ('sandbox', 'regtest')`)
  await pool.query(`insert into admins (email, name) values ('admin@example.test', 'Operator')`)
  await pool.end()
  await writeBackup(url, older)

  const elsewhere = await createDatabase()
  await restore(older, elsewhere)
  await expect(migrateDatabase(elsewhere)).rejects.toThrow('Start version 0.2.x once, then this one.')
  await migrateDatabase(elsewhere, { replay: () => true })
  const { db, close } = connectDatabase(elsewhere, { maxConnections: 1 })
  expect(await findOpenRestore(db)).toMatchObject({ reviewerId: null })
  expect(await db.selectFrom('admins').select('name').execute()).toEqual([{ name: 'Operator' }])
  await close()
})

test('a backup that was written during a review is under review again when it is restored', async () => {
  const during = join(folder, 'during.backup')
  const [url, elsewhere] = [await createDatabase(), await createDatabase()]
  await restore(file, url)
  await writeBackup(url, during)
  await restoreBackup(during, { url: elsewhere, sqlFolder, filesFolder: undefined, code: 'NEW' })
  const { db, close } = connectDatabase(elsewhere, { maxConnections: 1 })
  expect([await isRestoreCode(db, 'CODE'), await isRestoreCode(db, 'NEW')]).toEqual([false, true])
  await close()
})
