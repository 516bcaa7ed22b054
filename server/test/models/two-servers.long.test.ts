import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownCluster } from '../database.ts'
import { startTestEngine, type TestEngine } from '../engine.ts'
import { withDatabase } from '../postgres.ts'
import { freePort, type ServerProcess, startProcess } from '../process.ts'
import { until } from '../webhook-receiver.ts'
import { ask, signIn, startLoad, startProxy } from './two-server-load.ts'

const name = `bitquay_two_${process.pid}`
const takeoverMs = 30_000
/** They rest longer than a takeover may last. */
const rareWorkers = ['prune', 'audit-ledger', 'fetch-currencies', 'leave-stores']

let folder: string
let engine: TestEngine
let database: pg.Client
let ports: number[]
let servers: ServerProcess[]
let proxy: Server

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-two-'))
  engine = await startTestEngine()
  const { url } = ownCluster()
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  database = new pg.Client({ connectionString: withDatabase(url, name) }).on('error', () => undefined)
  await database.connect()
  ports = [await freePort(), await freePort()]
  proxy = await startProxy(ports)
  // Both at once on an empty database, as an orchestrator does it.
  servers = await Promise.all([start(0), start(1)])
})

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  proxy.close()
  await database.end()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const start = (which: number) =>
  startProcess({
    PORT: String(ports[which]),
    DATA_DIR: join(folder, String(which)),
    DATABASE_URL: withDatabase(ownCluster().url, name),
    SANDBOX: 'true',
    SANDBOX_URL: String(engine.engine.sandboxUrl),
    PUBLIC_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    APP_SECRET: 'the same thirty-two characters of both',
    RATE_LIMITS: 'off',
    DEMO_DATA: 'people',
  })

const statusOf = async (server: ServerProcess | undefined, invoiceId: string, headers: Record<string, string>) =>
  (await ask(server, 'GET', `/api/merchant/invoices/${invoiceId}`, undefined, headers))?.body.status

test('with one of two servers killed under load, nothing acknowledged is lost and the other takes over within 30 s', async () => {
  const headers = await signIn(servers[0])
  // A session belongs to the platform and not to a server.
  await expect
    .poll(async () => (await ask(servers[1], 'GET', '/api/merchant/balance', undefined, headers))?.body.configured, {
      timeout: 60_000,
    })
    .toBe(true)

  for (const victim of [0, 1, 0]) {
    const survivor = servers[1 - victim]
    const load = startLoad(servers, headers)
    await until('there is something to lose', () => load.applications.length >= 20 && load.invoices.size >= 20, 120_000)
    // The random moment of the kill is what this test varies.
    await sleep(Math.random() * 1000)
    servers[victim]?.child.kill('SIGKILL')
    const killedAt = Date.now()
    await servers[victim]?.ended
    const [before] = [load.invoices.size + load.applications.length]
    await expect
      .poll(() => load.invoices.size + load.applications.length, {
        timeout: takeoverMs,
        message: 'the other carries on',
      })
      .toBeGreaterThan(before + 20)
    await load.end()

    // Everything that either server acknowledged exists once.
    for (const email of load.applications) {
      const { rows } = await database.query(
        'select count(*)::int as count from merchant_applications where email = $1',
        [email],
      )
      expect(rows[0]?.count, email).toBe(1)
    }
    const { rows: created } = await database.query<{ description: string; invoice_id: string }>(
      `select description, invoice_id from invoices where description = any($1)`,
      [[...load.invoices.keys()]],
    )
    expect(new Map(created.map((row) => [row.description, row.invoice_id]))).toEqual(load.invoices)
    expect(created).toHaveLength(load.invoices.size)

    // The other server continues the work of the dead one: it notices payments, syncs stores, and every worker runs.
    const [first = '', second = ''] = [...load.invoices.values()].slice(-2)
    expect((await ask(survivor, 'POST', '/api/sandbox/pay', { invoiceId: first, method: 'onchain' }))?.status).toBe(200)
    expect((await ask(survivor, 'POST', '/api/sandbox/pay', { invoiceId: second, method: 'lightning' }))?.status).toBe(
      200,
    )
    expect((await ask(survivor, 'POST', '/api/sandbox/mine', { blocks: 1 }))?.status).toBe(200)
    const paidAt = Date.now()
    for (const invoiceId of [first, second])
      await expect
        .poll(() => statusOf(survivor, invoiceId, headers), {
          timeout: takeoverMs - (Date.now() - paidAt),
          interval: 200,
        })
        .toMatch(/^(processing|settled)$/)
    await expect
      .poll(
        async () => {
          const { rows } = await database.query(
            `select name from worker_beats where succeeded_at < to_timestamp($1) and name <> all($2)
             union all select 'store ' || id from stores where merchant_id is not null and status = 'ready' and sync_due_at < app_now() - interval '5 seconds'
             union all select 'lease of ' || id from stores where leased_until < now() - interval '5 seconds'`,
            [killedAt / 1000, rareWorkers],
          )
          return rows.map((row: { name: string }) => row.name)
        },
        { timeout: takeoverMs, interval: 500 },
      )
      .toEqual([])
    servers[victim] = await start(victim)
  }
})
