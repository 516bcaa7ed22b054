import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownCluster } from '../test/database.ts'
import { startTestEngine, type TestEngine } from '../test/engine.ts'
import { withDatabase } from '../test/postgres.ts'
import { freePort, type ServerProcess, startProcess } from '../test/process.ts'
import { until } from '../test/webhook-receiver.ts'
import { auditLedger } from './operations/audit-ledger.ts'
import { restoreBackup } from './platform/db/backup/restore-backup.ts'
import { writeBackup } from './platform/db/backup/write-backup.ts'
import { connectDatabase } from './platform/db/connect.ts'
import { sqlFolder } from './platform/db/migrate-database.ts'
import { chooseRunAs, identity } from './platform/postgres/run-as.ts'

/** Debian installs it in a folder that isn't in everyone's PATH. */
const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find((name) => !spawnSync(name, ['--version']).error)
if (!program) process.stderr.write('PgBouncer is not tested: pgbouncer (Debian package pgbouncer) is not installed.\n')

const names = ['direct', 'copy'].map((which) => `bitquay_bouncer_${which}_${process.pid}`)
const limitMs = 180_000
let folder: string
let engine: TestEngine
let admin: pg.Client
let bouncer: ChildProcess
let bouncerPort: number
let bouncerLog = ''
const through = (name: string) => {
  const url = new URL(withDatabase(ownCluster().url, name))
  url.port = String(bouncerPort)
  return url.href
}

beforeAll(async () => {
  if (!program) return
  folder = await mkdtemp(join(tmpdir(), 'bitquay-bouncer-'))
  engine = await startTestEngine()
  admin = new pg.Client({ connectionString: ownCluster().url })
  await admin.connect()
  for (const name of names) await admin.query(`create database ${name}`)
  bouncerPort = await freePort()
  const { hostname, port, username, password } = new URL(ownCluster().url)
  const config = join(folder, 'pgbouncer.ini')
  // Few connections for many clients, so that each transaction gets another one.
  await writeFile(
    config,
    [
      '[databases]',
      `* = host=${hostname} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${bouncerPort}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'userlist.txt')}`,
      'pool_mode = transaction',
      'max_client_conn = 200',
      'default_pool_size = 4',
    ].join('\n'),
  )
  await writeFile(join(folder, 'userlist.txt'), `"${username}" "${password}"\n`)
  // PgBouncer refuses to run as root.
  const runAs = await chooseRunAs()
  await chmod(folder, 0o755)
  if (runAs.uid !== undefined)
    for (const file of [config, join(folder, 'userlist.txt')]) await chown(file, runAs.uid, runAs.gid ?? runAs.uid)
  bouncer = spawn(program, [config], { ...identity(runAs), cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  for (const output of [bouncer.stdout, bouncer.stderr]) output?.on('data', (chunk) => (bouncerLog += String(chunk)))
  const answers = async () => {
    const client = new pg.Client({ connectionString: through('postgres') })
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    return isUp
  }
  await until('PgBouncer answers', answers).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${bouncerLog}`)
  })
})
afterAll(async () => {
  if (!program) return
  bouncer.kill('SIGTERM')
  for (const name of names) await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const start = async (which: string, environment: Record<string, string>): Promise<ServerProcess> =>
  startProcess(
    {
      DATA_DIR: join(folder, which),
      DATABASE_URL: through(names[0] ?? ''),
      SANDBOX: 'true',
      SANDBOX_URL: String(engine.engine.sandboxUrl),
      APP_SECRET: 'thirty-two characters behind a pooler',
      RATE_LIMITS: 'off',
      DEMO_DATA: 'people',
      ...environment,
    },
    undefined,
    limitMs,
  )

type Body = Record<string, unknown>
const ask = async (server: ServerProcess, path: string, body?: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.origin}${path}`, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}

test.skipIf(!program)(
  'servers, workers, event stream, migrations and backups work through PgBouncer in transaction mode',
  async () => {
    const [webPort, workerPort] = [String(await freePort()), String(await freePort())]
    const PUBLIC_URL = `http://127.0.0.1:${webPort}`
    // The first start migrates through PgBouncer, too.
    const web = await start('web', { ROLE: 'web', PORT: webPort, PUBLIC_URL })
    const worker = await start('worker', { ROLE: 'worker', MIGRATE: 'off', PORT: workerPort, PUBLIC_URL })
    const { body: signedIn } = await ask(web, '/api/auth/login', {
      email: 'merchant@bitquay.test',
      password: 'bitquay-demo-1',
    })
    const headers = { authorization: `Bearer ${String(signedIn.token)}` }
    const isConfigured = async () =>
      (await ask(web, '/api/merchant/balance', undefined, headers)).body.configured === true
    await until('the store is set up', isConfigured, limitMs)

    const stream = await fetch(`${web.origin}/api/events`, { headers })
    let streamed = ''
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) streamed += Buffer.from(chunk as Uint8Array).toString()
    })().catch(() => undefined)

    const keys = Array.from({ length: 12 }, () => randomUUID())
    const order = (key: string) =>
      ask(web, '/api/merchant/invoices', { amount: '3.00', description: key }, { ...headers, 'idempotency-key': key })
    // Twice at once: the second answer is that of the first.
    const created = await Promise.all(keys.flatMap((key) => [order(key), order(key)]))
    const ids = [...new Set(created.filter(({ status }) => status === 200).map(({ body }) => String(body.invoiceId)))]
    expect(ids.length).toBe(keys.length)
    for (const invoiceId of ids) await ask(web, '/api/sandbox/pay', { invoiceId, method: 'onchain' })
    await ask(web, '/api/sandbox/mine', { blocks: 1 })
    const database = connectDatabase(through(names[0] ?? ''), { maxConnections: 4 })
    const countPaid = async () => {
      const { rows } = await database.pool.query<{ count: number }>(
        `select count(*)::int as count from invoices where status in ('processing', 'settled')`,
      )
      return rows[0]?.count
    }
    await expect.poll(countPaid, { timeout: limitMs, interval: 500 }).toBe(keys.length)
    await until('the event stream says so', () => streamed.includes('event: change'), limitMs)

    const file = join(folder, 'pooled.backup')
    await writeBackup(through(names[0] ?? ''), file)
    expect(await worker.stop()).toBe(0)
    expect(await web.stop()).toBe(0)
    await reading
    expect((await auditLedger(database.db)).findings).toEqual([])
    await database.close()

    await restoreBackup(file, {
      url: through(names[1] ?? ''),
      sqlFolder,
      filesFolder: undefined,
      code: 'CODE',
    })
    const restored = connectDatabase(through(names[1] ?? ''), { maxConnections: 2 })
    expect((await auditLedger(restored.db)).findings).toEqual([])
    await restored.close()
    expect(bouncerLog).not.toMatch(/prepared statement|unsupported/)
  },
)

test.skipIf(!program)('a query that takes too long ends in PostgreSQL too, through PgBouncer as well', async () => {
  const { db, close } = connectDatabase(through('postgres'), { maxConnections: 1, readLimitMs: 300 })
  const countSleepers = async () => {
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where state = 'active' and query = 'select pg_sleep(60)'`,
    )
    return rows[0]?.count
  }
  await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toThrow('Query read timeout')
  await expect.poll(countSleepers).toBe(0)
  await close()
})
