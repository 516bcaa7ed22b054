import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownCluster } from '../test/database.ts'
import { startTestEngine, type TestEngine } from '../test/engine.ts'
import { withDatabase } from '../test/postgres.ts'
import { freePort, type ServerProcess, startProcess } from '../test/process.ts'
import { until } from '../test/webhook-receiver.ts'
import { auditLedger } from './operations/audit-ledger.ts'
import { connectDatabase } from './platform/db/connect.ts'
import { projectRoot } from './platform/root.ts'

const limitMs = 180_000
let folder: string
let engine: TestEngine
let admin: pg.Client
const databases: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-backups-'))
  engine = await startTestEngine()
  admin = new pg.Client({ connectionString: ownCluster().url })
  await admin.connect()
})
afterAll(async () => {
  for (const name of databases) await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const createDatabase = async () => {
  const name = `bitquay_backups_${process.pid}_${databases.length}`
  databases.push(name)
  await admin.query(`create database ${name}`)
  return withDatabase(ownCluster().url, name)
}

/** Runs a command of the operator and returns its exit code and output. */
const runCommand = (name: 'backup' | 'restore', file: string, environment: Record<string, string>) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const built = join(projectRoot, `dist/server/${name}.js`)
    const program = existsSync(built) ? [built] : ['--import', 'tsx', join(projectRoot, `server/src/${name}-main.ts`)]
    const child = spawn(process.execPath, [...program, file], {
      cwd: projectRoot,
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (output += String(chunk)))
    child.once('close', (code) => resolve({ code, output }))
  })

type Answer = { status: number; body: Record<string, unknown> }

const ask = async ({ origin }: ServerProcess, method: string, path: string, body?: object, token?: string) => {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: await answer.json() } as Answer
}

const logIn = (server: ServerProcess, form: { email: string; password?: string; restoreCode?: string }) =>
  ask(server, 'POST', '/api/auth/login', { password: 'bitquay-demo-1', ...form })

const email = 'merchant@bitquay.test'

const signIn = async (server: ServerProcess) => String((await logIn(server, { email })).body.token)

/** The admin signs in with the code that the restore printed and confirms the merchant, who sets a new password. */
const signInAfterRestore = async (server: ServerProcess, output: string) => {
  const refused = await logIn(server, { email })
  expect([refused.status, refused.body.code]).toEqual([403, 'not-confirmed'])
  const restoreCode = /^ {2}([A-Z0-9-]{29})$/m.exec(output)?.[1] ?? ''
  const { body: admin } = await logIn(server, { email: 'admin@bitquay.test', restoreCode })
  const token = String(admin.token)
  const { body: people } = await ask(server, 'GET', '/api/admin/restore/people', undefined, token)
  const ids = (people as unknown as { id: number; email: string }[]).filter((each) => each.email === email)
  const confirmed = await ask(
    server,
    'POST',
    '/api/admin/restore/people/confirm',
    { ids: ids.map(({ id }) => id) },
    token,
  )
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
  const { body: mails } = await ask(server, 'GET', '/api/sandbox/mail', undefined, token)
  const link = /reset-password\?token=([\w-]+)/.exec(JSON.stringify(mails))?.[1] ?? ''
  const newPassword = 'another harbour 8'
  const set = await ask(server, 'POST', '/api/auth/reset-password', { token: link, newPassword })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  return String((await logIn(server, { email, password: newPassword })).body.token)
}

const isConfigured = async (server: ServerProcess, token: string) =>
  (await ask(server, 'GET', '/api/merchant/balance', undefined, token)).body.configured === true

/** Creates and pays invoices until it is ended. */
const startLoad = (server: ServerProcess, token: string) => {
  let isOver = false
  const paid: string[] = []
  let onChain = 0
  const run = async (method: 'onchain' | 'lightning') => {
    while (!isOver) {
      const { body } = await ask(server, 'POST', '/api/merchant/invoices', { amount: '4.00' }, token)
      const invoiceId = String(body.invoiceId)
      const { status } = await ask(server, 'POST', '/api/sandbox/pay', { invoiceId, method })
      if (status === 200) paid.push(invoiceId)
      if (method === 'lightning') continue
      if (status === 200) onChain += 1
      await ask(server, 'POST', '/api/sandbox/mine', { blocks: 1 })
    }
  }
  const writers = [run('onchain'), run('lightning'), run('onchain')]
  return {
    paid,
    countOnChain: () => onChain,
    end: async () => {
      isOver = true
      await Promise.all(writers)
    },
  }
}

test('a backup under load restores to a clean ledger, and what the chain knows is caught up', async () => {
  const port = String(await freePort())
  const settingsOf = (name: string, DATABASE_URL: string) => ({
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: join(folder, name),
    DATABASE_URL,
    SANDBOX: 'true',
    SANDBOX_URL: String(engine.engine.sandboxUrl),
    APP_SECRET: 'thirty-two characters, kept elsewhere',
    RATE_LIMITS: 'off',
    DEMO_DATA: 'people',
  })
  const original = settingsOf('original', await createDatabase())
  const server = await startProcess(original, undefined, limitMs)
  const token = await signIn(server)
  await until('the store is set up', () => isConfigured(server, token), limitMs)
  const load = startLoad(server, token)
  await until('there is something to save', () => load.paid.length >= 15, limitMs)
  const file = join(folder, 'under-load.backup')
  const saved = await runCommand('backup', file, original)
  expect(saved.output).toContain('APP_SECRET isn’t in it.')
  expect(saved.code).toBe(0)
  const atBackup = load.paid.length
  await until('something happens after the backup', () => load.paid.length >= atBackup + 10, limitMs)
  await load.end()
  expect(await server.stop()).toBe(0)

  const restored = settingsOf('restored', await createDatabase())
  // A wrong secret is found before anything is loaded, so the same database can be used again.
  const wrong = await runCommand('restore', file, { ...restored, APP_SECRET: 'x'.repeat(40) })
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('APP_SECRET doesn’t match this database.')])
  const overwritten = await runCommand('backup', file, original)
  expect([overwritten.code, overwritten.output]).toEqual([1, expect.stringContaining('There is already a file')])
  const loaded = await runCommand('restore', file, restored)
  expect(loaded.output).toContain('The ledger adds up')
  expect(loaded.output).toMatch(/^ {2}([A-Z0-9]{4}-){5}[A-Z0-9]{4}$/m)
  expect(loaded.code).toBe(0)

  const again = await startProcess(restored, undefined, limitMs)
  const database = connectDatabase(restored.DATABASE_URL, { maxConnections: 3 })
  // Invoices that were created after the backup are unknown. The others are paid, whenever the payment came.
  const countUnpaid = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int as count from invoices where invoice_id = any ($1) and status not in ('processing', 'settled')`,
      [load.paid],
    )
    return rows[0]?.count
  }
  await expect.poll(countUnpaid, { timeout: limitMs, interval: 500 }).toBe(0)
  // Every payment on the chain is found, also those to invoices that only the lost database knew.
  const countFound = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int as count from transactions where type = 'incoming' and method = 'on-chain'`,
    )
    return rows[0]?.count
  }
  await expect.poll(countFound, { timeout: limitMs, interval: 500 }).toBe(load.countOnChain())
  const { rows: twice } = await database.pool.query(
    `select reference from ledger_transfers where kind = 'payment' group by 1 having count(*) > 1
     union all select engine_key from transactions where type = 'incoming' group by merchant_id, 1 having count(*) > 1`,
  )
  expect(twice).toEqual([])
  expect(await again.stop()).toBe(0)
  expect((await auditLedger(database.db)).findings).toEqual([])
  await database.close()
})

test('the embedded database is saved while it runs, with its sandbox, and restored elsewhere', async () => {
  const settingsOf = async (name: string) => ({
    PORT: String(await freePort()),
    DATA_DIR: join(folder, name),
    RATE_LIMITS: 'off',
    DEMO_DATA: 'people',
  })
  const original = await settingsOf('embedded')
  const server = await startProcess(original, undefined, limitMs)
  const token = await signIn(server)
  await until('the store is set up', () => isConfigured(server, token), limitMs)
  const load = startLoad(server, token)
  await until('there is something to save', () => load.paid.length >= 5, limitMs)
  const file = join(folder, 'embedded.backup')
  expect(await runCommand('backup', file, original)).toMatchObject({ code: 0 })
  await load.end()
  expect(await server.stop()).toBe(0)

  const refused = await runCommand('restore', file, original)
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('There is already a database')])
  const restored = await settingsOf('elsewhere')
  const loaded = await runCommand('restore', file, restored)
  expect(loaded.code).toBe(0)
  const again = await startProcess(restored, undefined, limitMs)
  expect((await ask(again, 'GET', '/api/merchant/balance', undefined, token)).status).toBe(401)
  // The secret that opens the store's key was saved too.
  const renewed = await signInAfterRestore(again, loaded.output)
  const { status, body } = await ask(again, 'POST', '/api/merchant/invoices', { amount: '4.00' }, renewed)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(await again.stop()).toBe(0)
})
