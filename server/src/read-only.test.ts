import { createHmac, randomUUID } from 'node:crypto'
import { getBalance } from '@bitquay/contract/balances'
import { calls } from '@bitquay/contract/calls'
import { getCheckout } from '@bitquay/contract/checkout'
import { createInvoice } from '@bitquay/contract/invoices'
import { getStatus } from '@bitquay/contract/status'
import { getBalances } from '@bitquay/contract/v1/balances'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../test/api-keys.ts'
import { ownCluster } from '../test/database.ts'
import { makeInvoice } from '../test/make-invoice.ts'
import { type Money, startMoney } from '../test/money.ts'
import { addAdmin, ask, signInAs } from '../test/people.ts'
import { openShop } from '../test/shops.ts'
import { connectDatabase, writeStateOf } from './platform/db/connect.ts'
import { requireDurable } from './platform/db/require-durable.ts'
import { runWorkers } from './platform/workers/run-workers.ts'
import { secretOf } from './stores/table.ts'

/** A database that takes no changes, as a standby or one that its operator made read-only. */
let money: Money
let shop: Awaited<ReturnType<typeof openShop>>
let operator: pg.Client
let name: string
beforeAll(async () => {
  money = await startMoney({ RATE_LIMITS: 'on' })
  shop = await openShop(money, 'read-only')
  name = new URL(money.server.databaseUrl).pathname.slice(1)
  operator = new pg.Client({ connectionString: ownCluster().url })
  await operator.connect()
})
afterAll(async () => {
  await operator.end()
  await money.close()
})

/** Ends all sessions, because one keeps the setting that it began with. */
const setReadOnly = async (isReadOnly: boolean) => {
  await operator.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  // The pool learns of it by using them.
  const use = () => sql`select 1`.execute(money.deps.db).catch(() => undefined)
  await Promise.all(Array.from({ length: 30 }, use))
}
const takesChanges = async () => (await writeStateOf(money.deps.db).check()) === undefined
afterEach(async () => {
  await setReadOnly(false)
  await expect.poll(takesChanges).toBe(true)
})

const rowsOf = async (table: string) =>
  JSON.stringify((await operatorOf((client) => client.query(`select * from ${table} order by 1`))).rows)
const operatorOf = async <T>(work: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client({ connectionString: money.server.databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('pages are shown with their age, and not even the last use of a session or a key is saved', async () => {
  const { token } = shop
  const key = await addApiKey(money.server, shop.id)
  const { invoiceId } = await makeInvoice(money.deps, shop.id, '5.00')
  await sql`update sessions set last_seen_at = app_now() - interval '5 minutes'`.execute(money.deps.db)
  const readCheckout = () => ask(money.server, getCheckout, { params: { invoiceId: String(invoiceId) } })
  expect((await readCheckout()).body).not.toHaveProperty('readOnlyAsOf')
  expect((await ask(money.server, getStatus)).body).toMatchObject({ database: { ok: true, readOnlyAsOf: null } })

  const saved = () => Promise.all(['sessions', 'api_keys', 'api_key_requests', 'attempt_limits'].map(rowsOf))
  const before = await saved()
  await setReadOnly(true)
  const at = Date.now()
  expect((await ask(money.server, getBalance, { token })).status).toBe(200)
  expect((await ask(money.server, getBalances, { token: key })).status).toBe(200)
  await expect.poll(async () => (await readCheckout()).body.readOnlyAsOf).toEqual(expect.any(String))
  const { database } = (await ask(money.server, getStatus)).body as { database: { ok: boolean; readOnlyAsOf: string } }
  expect(database.ok).toBe(true)
  expect(Date.parse(database.readOnlyAsOf)).toBeGreaterThanOrEqual(at - 1000)
  expect((await money.server.app.inject({ url: `/i/${String(invoiceId)}` })).statusCode).not.toBe(500)
  expect(await saved()).toEqual(before)
})

test('every page of an owner and of an admin is read', async () => {
  const admin = await signInAs(money.server, await addAdmin(money.server))
  const tokens = { merchant: shop.token, admin, public: undefined }
  await setReadOnly(true)
  const failed: string[] = []
  for (const call of calls) {
    if (call.method !== 'GET' || call.path.includes(':') || call.media || !(call.audience in tokens)) continue
    const token = tokens[call.audience as keyof typeof tokens]
    const { status } = await ask(money.server, call, token ? { token } : {})
    if (status >= 500) failed.push(`${status} ${call.path}`)
  }
  // An address is only given out once it is saved whose it is.
  expect(failed).toEqual(['503 /api/merchant/wallet/address'])
})

test('changes are refused and not begun, and webhooks get 503, so that BTCPay sends them again', async () => {
  const { webhookSecret, tag, storeId } = await money.deps.db
    .selectFrom('stores')
    .selectAll()
    .where('id', '=', shop.store.id)
    .executeTakeFirstOrThrow()
  const secret = money.deps.sealer.open(webhookSecret ?? '', secretOf(tag, 'webhook-secret'))
  const body = JSON.stringify({ deliveryId: randomUUID(), type: 'InvoiceCreated', timestamp: 1_700_000_000, storeId })
  const postHook = async () => {
    const answer = await money.server.app.inject({
      method: 'POST',
      url: `/api/engine-hooks/${storeId}`,
      headers: {
        'content-type': 'application/json',
        'btcpay-sig': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
      payload: body,
    })
    return answer.statusCode
  }
  const key = await addApiKey(money.server, shop.id)
  await setReadOnly(true)
  // The first finds out, the second is refused before it begins.
  for (const _time of [1, 2]) {
    expect(await postHook()).toBe(503)
    const refused = await ask(money.server, createInvoice, { token: shop.token, body: { amount: '3.00' } })
    expect(refused).toMatchObject({
      status: 503,
      body: {
        code: 'unavailable',
        message: 'Changes can’t be saved right now. Nothing was changed. Try again in a minute.',
      },
      headers: { 'retry-after': '5' },
    })
    const greenfield = await money.server.app.inject({
      method: 'POST',
      url: `/btcpay/api/v1/stores/${storeId}/invoices`,
      headers: { authorization: `token ${key}`, 'content-type': 'application/json' },
      payload: { amount: '3.00', currency: 'USD' },
    })
    expect(greenfield.statusCode).toBe(503)
  }
  await setReadOnly(false)
  await expect.poll(takesChanges).toBe(true)
  expect(await postHook()).toBe(200)
})

test('workers wait without failing, and go on by themselves', async () => {
  const errors: unknown[] = []
  let runs = 0
  const run = async () => {
    runs += 1
    await sql`update worker_beats set failures = failures where name = 'none'`.execute(money.deps.db)
    return false
  }
  const workers = runWorkers(money.deps.db, [{ name: 'steady', everyMs: 5, run }], (_name, error) => errors.push(error))
  await expect.poll(() => runs).toBeGreaterThan(2)
  await setReadOnly(true)
  await expect.poll(takesChanges).toBe(false)
  const before = runs
  const lost = errors.length
  expect(await takesChanges()).toBe(false)
  await setReadOnly(false)
  await expect.poll(() => runs, { timeout: 20_000 }).toBeGreaterThan(before + 2)
  expect(errors.slice(lost).filter((error) => String(error).includes('read-only'))).toEqual([])
  await workers.stop()
})

test('the start refuses a database that takes no changes', async () => {
  await setReadOnly(true)
  const { pool, close } = connectDatabase(money.server.databaseUrl, { maxConnections: 1 })
  await expect(requireDurable(pool)).rejects.toThrow(/^DATABASE_URL: this database is read-only .*\.$/)
  await close()
})
