import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, ownCluster } from '../test/database.ts'
import { startTestEngine, type TestEngine } from '../test/engine.ts'
import { withDatabase } from '../test/postgres.ts'
import { readConfig } from './config.ts'
import { migrateOnly } from './migrate-only.ts'
import type { Database } from './platform/db/connect.ts'
import { listMigrations } from './platform/db/migrate.ts'
import { sqlFolder } from './platform/db/migrate-database.ts'
import { type RunningServer, startServer } from './start-server.ts'

let folder: string
let engine: TestEngine
let database: Database & { url: string }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-roles-'))
  engine = await startTestEngine()
  database = await openTestDatabase()
})
afterAll(async () => {
  await database.close()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const configOf = (name: string, environment: Record<string, string>) =>
  readConfig({
    PORT: '0',
    DATA_DIR: join(folder, name),
    DATABASE_URL: database.url,
    SANDBOX: 'true',
    SANDBOX_URL: String(engine.engine.sandboxUrl),
    APP_SECRET: 'thirty-two characters for every role',
    DEMO_DATA: 'people',
    LOG_LEVEL: 'silent',
    ...environment,
  })

const statusOf = async ({ address }: RunningServer, path: string) => (await fetch(`${address}${path}`)).status

/** Every server watches its own clock and disk, whatever its role. */
const listBeats = async () =>
  (await sql`select 1 from worker_beats where name <> 'check-machine'`.execute(database.db)).rows

test('a web server only watches its machine, and a worker answers only for health and metrics', async () => {
  const web = await startServer(configOf('web', { ROLE: 'web', MIGRATE: 'off' }))
  expect(await statusOf(web, '/api/health')).toBe(200)
  expect(await statusOf(web, '/api/status')).toBe(200)
  expect(await listBeats()).toEqual([])

  const worker = await startServer(configOf('worker', { ROLE: 'worker', MIGRATE: 'off' }))
  await expect.poll(listBeats).not.toEqual([])
  expect(await statusOf(worker, '/api/health')).toBe(200)
  expect(await (await fetch(`${worker.address}/metrics`)).text()).toMatch(/bitquay_build_info\{.*role="worker"\} 1/)
  for (const path of ['/', '/login', '/api/status', '/api/v1/balances', '/api/events'])
    expect(await statusOf(worker, path), path).toBe(404)
  await worker.stop()
  await web.stop()
})

test('a server that drains fails its health check, and still answers', async () => {
  const server = await startServer(configOf('draining', { ROLE: 'web', DRAIN_SECONDS: '1' }))
  const stopped = server.stop()
  await expect.poll(() => statusOf(server, '/api/health')).toBe(503)
  expect(await statusOf(server, '/api/status')).toBe(200)
  await stopped
  await expect(fetch(`${server.address}/api/health`)).rejects.toThrow()
})

test('stopping ends an open event stream', async () => {
  const server = await startServer(configOf('streaming', { ROLE: 'web' }))
  const signedIn = await fetch(`${server.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'merchant@bitquay.test', password: 'bitquay-demo-1' }),
  })
  const { token } = (await signedIn.json()) as { token: string }
  const stream = await fetch(`${server.address}/api/events`, { headers: { authorization: `Bearer ${token}` } })
  const text = stream.text()
  await server.stop()
  expect(await text).toContain(': open')
})

test('migrations are a step of their own where servers leave them out', async () => {
  const name = `bitquay_roles_${process.pid}`
  const admin = new pg.Client({ connectionString: ownCluster().url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const config = configOf('empty', { DATABASE_URL: withDatabase(ownCluster().url, name), ROLE: 'web', MIGRATE: 'off' })
  await expect(startServer(config)).rejects.toThrow(
    /^The database lacks the migration 0001-[a-z-]+\.sql\. Run npm run migrate first, or set MIGRATE=on\.$/,
  )
  expect(await migrateOnly(config)).toEqual(await listMigrations(sqlFolder))
  expect(await migrateOnly(config)).toEqual([])
  const server = await startServer(config)
  expect(await statusOf(server, '/api/health')).toBe(200)
  await server.stop()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})
