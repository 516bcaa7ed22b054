import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../../client/src/index.ts'
import { ownCluster } from '../database.ts'
import { startTestEngine, type TestEngine } from '../engine.ts'
import { withDatabase } from '../postgres.ts'
import { freePort, type ServerProcess, startProcess } from '../process.ts'
import { until } from '../webhook-receiver.ts'

/** Two servers on one database. One dies again and again in the middle of a request. */
const name = `bitquay_once_${process.pid}`
const rounds = 4
const requestsEach = 12

let folder: string
let engine: TestEngine
let database: pg.Client
let mortal: ServerProcess
let other: ServerProcess
let apiKey: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-once-'))
  engine = await startTestEngine()
  const admin = new pg.Client({ connectionString: ownCluster().url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  database = new pg.Client({ connectionString: withDatabase(ownCluster().url, name) }).on('error', () => undefined)
  await database.connect()
  mortal = await start('mortal')
  other = await start('other')
  apiKey = await createKey()
  await configured()
}, 240_000)
afterAll(async () => {
  await Promise.all([mortal?.stop(), other?.stop()])
  await database.end()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const start = async (which: string) =>
  startProcess({
    PORT: String(await freePort()),
    DATA_DIR: join(folder, which),
    DATABASE_URL: withDatabase(ownCluster().url, name),
    SANDBOX: 'true',
    SANDBOX_URL: String(engine.engine.sandboxUrl),
    APP_SECRET: 'the same thirty-two characters of both',
    RATE_LIMITS: 'off',
    DEMO_DATA: 'people',
  })

const createKey = async () => {
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`${other.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, string>
  }
  const { token } = await post('/api/auth/login', { email: 'merchant@bitquay.test', password: 'bitquay-demo-1' })
  const { key } = await post('/api/merchant/api-keys', { name: 'Shop', scopes: ['read', 'invoices'] }, token)
  return String(key)
}

/** A worker creates its store shortly after the start. */
const configured = async () => {
  const client = createClient({ url: other.origin, apiKey })
  await until('the store is set up', async () => (await client.balances.get()).configured, 120_000)
}

const countInvoices = async () => Number((await database.query('select count(*) from invoices')).rows[0]?.count)

const create = async (server: ServerProcess, key: string) => {
  const answer = await fetch(`${server.origin}/api/v1/invoices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ amount: '5.00' }),
  })
  return { status: answer.status, replayed: answer.headers.get('idempotent-replayed'), text: await answer.text() }
}

test('50 requests with one key over two processes are one invoice and one answer', async () => {
  const before = await countInvoices()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, turn) => create(turn % 2 === 0 ? mortal : other, 'fifty')),
  )
  expect(await countInvoices()).toBe(before + 1)
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(answers.filter(({ replayed }) => replayed === 'true')).toHaveLength(49)
})

test('a process killed in the middle of requests loses no invoice and creates none twice', async () => {
  const before = await countInvoices()
  const client = createClient({ url: other.origin, apiKey, retries: 20 })
  for (let round = 0; round < rounds; round++) {
    // Sent one after the other, so that the kill finds each of them at another step.
    const keys = Array.from({ length: requestsEach }, (_, turn) => `killed-${round}-${turn}`)
    const lost = keys.map(async (key, turn) => {
      await sleep(turn * 25)
      return create(mortal, key).catch(() => undefined)
    })
    await sleep(requestsEach * 25)
    mortal.child.kill('SIGKILL')
    await mortal.ended
    const answered = await Promise.all(lost)
    const created = await Promise.all(
      keys.map((key) => client.invoices.create({ amount: '5.00' }, { idempotencyKey: key })),
    )
    for (const [turn, first] of answered.entries()) {
      if (first?.status === 200) expect(created[turn]?.invoiceId).toBe(JSON.parse(first.text).invoiceId)
    }
    expect(new Set(created.map(({ invoiceId }) => invoiceId)).size).toBe(requestsEach)
    expect(await countInvoices(), `round ${round}`).toBe(before + (round + 1) * requestsEach)
    if (round < rounds - 1) mortal = await start('mortal')
  }
})
