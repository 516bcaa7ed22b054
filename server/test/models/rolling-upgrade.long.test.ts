import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { migrateOnly } from '../../src/migrate-only.ts'
import { auditLedger } from '../../src/operations/audit-ledger.ts'
import { connectDatabase, type Database } from '../../src/platform/db/connect.ts'
import { ownCluster } from '../database.ts'
import { startTestEngine, type TestEngine } from '../engine.ts'
import { checkOutRelease, hasCommit } from '../old-release.ts'
import { withDatabase } from '../postgres.ts'
import { freePort, type ServerProcess, startProcess } from '../process.ts'
import { until } from '../webhook-receiver.ts'
import { ask, type Load, signIn, startLoad, startProxy } from './two-server-load.ts'

/** The version that both servers run when the upgrade begins. */
const oldRelease = '7dbd612f'
const name = `bitquay_rolling_${process.pid}`
const limitMs = 240_000

const isThere = hasCommit(oldRelease)
if (!isThere) process.stderr.write(`The rolling upgrade is not tested: ${oldRelease} is not in this clone’s history.\n`)

let folder: string
let engine: TestEngine
let admin: pg.Client
let database: Database
let proxy: Server
let ports: number[]
const servers: (ServerProcess | undefined)[] = []
beforeAll(async () => {
  if (!isThere) return
  folder = await mkdtemp(join(tmpdir(), 'bitquay-rolling-'))
  engine = await startTestEngine()
  admin = new pg.Client({ connectionString: ownCluster().url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  database = connectDatabase(withDatabase(ownCluster().url, name), { maxConnections: 4 })
  ports = [await freePort(), await freePort()]
  proxy = await startProxy(ports)
})
afterAll(async () => {
  if (!isThere) return
  for (const server of servers) await server?.stop()
  proxy.close()
  await database.close()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const settingsOf = (which: number) => ({
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

/** Pays what was ordered and mines it, through whichever server answers. Returns what was paid. */
const startPaying = (load: Load) => {
  let isOver = false
  const paid = new Set<string>()
  const pay = async () => {
    while (!isOver) {
      const unpaid = [...load.invoices.values()].filter((invoiceId) => !paid.has(invoiceId)).slice(0, 3)
      const turn = paid.size % 2
      for (const invoiceId of unpaid) {
        const answer = await ask(servers[turn], 'POST', '/api/sandbox/pay', { invoiceId, method: 'onchain' })
        if (answer?.status === 200) paid.add(invoiceId)
      }
      await ask(servers[1 - turn], 'POST', '/api/sandbox/mine', { blocks: 1 })
    }
  }
  const paying = pay()
  return {
    paid,
    end: async () => {
      isOver = true
      await paying
    },
  }
}

const count = async (text: string, values: unknown[] = []) =>
  (await database.pool.query<{ count: number }>(text, values)).rows[0]?.count

test.skipIf(!isThere)(
  'servers are upgraded one by one under load: nothing acknowledged is lost, and no payment is booked twice',
  async () => {
    const old = checkOutRelease(oldRelease, join(folder, 'old'))
    servers[0] = await startProcess(settingsOf(0), old, limitMs)
    servers[1] = await startProcess(settingsOf(1), old, limitMs)
    const headers = await signIn(servers[0])
    const isConfigured = async () =>
      (await ask(servers[1], 'GET', '/api/merchant/balance', undefined, headers))?.body.configured === true
    await until('the store is set up', isConfigured, limitMs)

    const load = startLoad(servers, headers)
    const paying = startPaying(load)
    const untilMore = async (what: string) => {
      const before = load.invoices.size
      await until(what, () => load.invoices.size >= before + 8 && load.applications.length >= 8, limitMs)
    }
    await untilMore('two old servers work')
    await migrateOnly(readConfig({ ...settingsOf(0), DATA_DIR: join(folder, 'migrate') }))
    await untilMore('two old servers work on the new schema')
    for (const which of [0, 1]) {
      expect(await servers[which]?.stop()).toBe(0)
      servers[which] = undefined
      await untilMore('the other server works alone')
      servers[which] = await startProcess({ ...settingsOf(which), MIGRATE: 'off' }, undefined, limitMs)
      await untilMore('both work')
    }
    await paying.end()
    await load.end()

    for (const email of load.applications)
      expect(await count('select count(*)::int as count from merchant_applications where email = $1', [email])).toBe(1)
    const { rows: created } = await database.pool.query<{ description: string; invoice_id: string }>(
      'select description, invoice_id from invoices where description = any ($1)',
      [[...load.invoices.keys()]],
    )
    expect(new Map(created.map((row) => [row.description, row.invoice_id]))).toEqual(load.invoices)
    expect(created).toHaveLength(load.invoices.size)

    await ask(servers[0], 'POST', '/api/sandbox/mine', { blocks: 1 })
    const paid = [...paying.paid]
    expect(paid.length).toBeGreaterThan(10)
    const countBooked = () =>
      count(
        `select count(*)::int as count from transactions where type = 'incoming' and booked and invoice_id = any ($1)`,
        [paid],
      )
    await expect.poll(countBooked, { timeout: limitMs, interval: 500 }).toBe(paid.length)
    const { rows: twice } = await database.pool.query(
      `select t.invoice_id, count(*) from transactions t join ledger_transfers l on l.id = t.transfer_id
       where t.invoice_id = any ($1) group by 1 having count(*) <> 1`,
      [paid],
    )
    expect(twice).toEqual([])
    for (const server of servers) expect(await server?.stop()).toBe(0)
    servers.length = 0
    expect((await auditLedger(database.db)).findings).toEqual([])
  },
)
