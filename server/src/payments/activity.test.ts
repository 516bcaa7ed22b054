import { getReceiveAddress, getWallet, syncWallet } from '@bitquay/contract/balances'
import { saveLightningAddress } from '@bitquay/contract/lightning-addresses'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { makeDueInvoice, openAs } from '../../test/due-dates.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { type EngineProxy, startEngineProxy } from '../../test/engine-proxy.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { addMerchant, ask, signInAs } from '../../test/people.ts'
import { createDepositAddress } from '../deposit-addresses/create-deposit-address.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { syncWallet as syncWalletNow } from '../stores/sync-wallet.ts'
import { claimDueStores, markSyncDue, saveSyncError } from '../stores/table.sync.ts'
import { syncStore } from './sync-store.ts'

let engine: TestEngine
let proxy: EngineProxy
let server: TestApp
beforeAll(async () => {
  engine = await startTestEngine()
  proxy = await startEngineProxy(engine.engine.url)
  server = await startTestApp({ RATE_LIMITS: 'off' }, { ...engine.engine, url: proxy.url })
  await provisionStore(server.deps, { merchantId: null, name: 'Bitquay' })
})
afterAll(async () => {
  await server.close()
  await proxy.close()
  await engine.close()
})

const sixHours = 6 * 3600
const day = 24 * 3600

const newStore = async (name: string) => {
  const merchant = await addMerchant(server)
  const store = await provisionStore(server.deps, { merchantId: merchant.id, name })
  await syncStore(server.deps, store.id)
  return { id: store.id, merchantId: merchant.id, signIn: () => signInAs(server, merchant) }
}
type Store = Awaited<ReturnType<typeof newStore>>

/** Moves the clock of the platform and of its engine. */
const advance = async (seconds: number) => {
  await server.advance(seconds)
  await engine.control.clock({ advanceSeconds: Math.round(seconds) })
}
/** Seconds until the store is due. */
const pauseOf = async ({ id }: { id: number }) => {
  const { rows } = await sql<{ pause: number }>`
    select extract(epoch from sync_due_at - app_now())::float8 as pause from stores where id = ${id}`.execute(
    server.deps.db,
  )
  return rows[0]?.pause ?? Number.NaN
}
/** Syncs the store whenever it is due, until its pauses no longer grow. Returns them. */
const syncUntilQuiet = async (store: { id: number }) => {
  const pauses: number[] = []
  for (let number = 0; number < 14; number++) {
    await syncStore(server.deps, store.id)
    pauses.push(await pauseOf(store))
    await advance(pauses.at(-1) ?? 0)
  }
  return pauses
}
/** As if nothing had happened in the store for a day. */
const makeQuiet = ({ id }: { id: number }) =>
  sql`update stores set sync_pause_seconds = 20000, sync_due_at = app_now() + interval '5 hours', synced_at = app_now()
    where id = ${id}`.execute(server.deps.db)
const isDue = async (store: { id: number }) => (await pauseOf(store)) <= 0
const callsOf = async (work: () => Promise<unknown>) => {
  proxy.forget()
  await work()
  return proxy.requests().length
}

test('a store where nothing happens is read ever more rarely, and never more than six hours apart', async () => {
  const store = await newStore('quiet')
  expect(await pauseOf(store)).toBeLessThan(60)
  const pauses = await syncUntilQuiet(store)
  for (const [index, pause] of pauses.slice(1, 8).entries()) expect(pause).toBeGreaterThan((pauses[index] ?? 0) * 1.5)
  expect(Math.max(...pauses)).toBeLessThan(sixHours)
  expect(pauses.at(-1)).toBeGreaterThan(5 * 3600)
})

test('the operator can set a shorter longest pause', async () => {
  const store = await newStore('shorter')
  const deps = { ...server.deps, config: { ...server.deps.config, syncQuietSeconds: 300 } }
  await makeQuiet(store)
  await syncStore(deps, store.id)
  expect(await pauseOf(store)).toBeLessThanOrEqual(300)
})

const business: [string, (store: Store) => Promise<unknown>][] = [
  ['an open invoice', ({ merchantId }) => makeInvoice(server.deps, merchantId, '20.00')],
  [
    'a static address',
    ({ merchantId }) => createDepositAddress(server.deps, { merchantId, reference: 'customer 1', createdBy: 'test' }),
  ],
  [
    'a Lightning Address',
    async ({ signIn, id }) => {
      const token = await signIn()
      const body = { name: `shop-${id}`, minSats: 100, maxSats: 50_000, commentLength: 0, active: true }
      expect((await ask(server, saveLightningAddress, { token, body })).status).toBe(200)
    },
  ],
  [
    'a payment page of an invoice with a due date',
    async ({ merchantId }) =>
      expect((await openAs(server, await makeDueInvoice(server.deps, merchantId))).status).toBe(200),
  ],
  [
    'an open send',
    ({ id, merchantId }) =>
      sql`
      insert into sends (kind, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from, fee_rate,
        network_fee_reserve_sats, requested_by, idempotency_key, input_hash)
      values ('withdrawal', ${id}, ${merchantId}, 'somewhere', 1000, 1, 100000, 'wallet', 1, 100, 'test', 'open-send', 'x')`.execute(
        server.deps.db,
      ),
  ],
]

test.each(business)('with %s a quiet store is read at once and then at least every 60 seconds', async (_, begin) => {
  const store = await newStore('business')
  await makeQuiet(store)
  await begin(store)
  expect(await isDue(store)).toBe(true)
  for (let number = 0; number < 5; number++) {
    await syncStore(server.deps, store.id)
    expect(await pauseOf(store)).toBeLessThan(60)
  }
})

test('an expired invoice keeps its store among those read every 60 seconds for seven days', async () => {
  const store = await newStore('expired')
  const { id } = await makeInvoice(server.deps, store.merchantId, '20.00')
  const expireDaysAgo = async (days: number) => {
    await sql`update invoices set status = 'expired', expires_at = app_now() - make_interval(days => ${days}),
      check_due_at = app_now() + interval '1 hour' where id = ${id}`.execute(server.deps.db)
    for (let number = 0; number < 3; number++) await syncStore(server.deps, store.id)
    return pauseOf(store)
  }
  expect(await expireDaysAgo(6)).toBeLessThan(60)
  expect(await expireDaysAgo(8)).toBeGreaterThan(60)
})

test('a payment that is a week old no longer keeps its store busy, even if no block followed', async () => {
  const store = await newStore('paid')
  const { invoiceId } = await makeInvoice(server.deps, store.merchantId, '20.00')
  await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
  await engine.control.mine({ blocks: 1 })
  await syncStore(server.deps, store.id)
  await advance(31)
  await syncStore(server.deps, store.id)
  expect(await pauseOf(store)).toBeLessThan(15)
  await advance(7 * day)
  expect((await syncUntilQuiet(store)).at(-1)).toBeGreaterThan(3600)
})

test('a look at a quiet wallet costs one request, and still finds a deposit', async () => {
  const store = await newStore('one request')
  const token = await store.signIn()
  await makeQuiet(store)
  expect(await callsOf(() => syncStore(server.deps, store.id))).toBe(1)

  const { body: received } = await ask(server, getReceiveAddress, { token })
  await engine.control.faucet({ address: String(received.address), amountBtc: '0.01' })
  await makeQuiet(store)
  await syncStore(server.deps, store.id)
  const { body } = await ask(server, getWallet, { token })
  expect(body.btc).toBe('0.01000000')
  expect(await pauseOf(store), 'and watches its confirmations').toBeLessThan(15)
})

test('opening the wallet page syncs a wallet whose last look is old, and one that was just synced not again', async () => {
  const store = await newStore('visited')
  const token = await store.signIn()
  await makeQuiet(store)
  await ask(server, getWallet, { token })
  expect(await isDue(store)).toBe(false)
  await advance(120)
  expect((await ask(server, getWallet, { token })).body.stale, 'old is not late').toBe(false)
  expect(await isDue(store)).toBe(true)
  // A claimed store is not claimed again by the next visit.
  await inTransaction(server.deps.db, (tx) => claimDueStores(tx, 'platform', 100))
  await ask(server, getWallet, { token })
  expect(await isDue(store)).toBe(false)
})

test('"Sync now" makes a quiet wallet due, at most ten times a minute', async () => {
  const limited = { ...server.deps, config: { ...server.deps.config, rateLimits: true } }
  const store = await newStore('sync now')
  const token = await store.signIn()
  const other = await newStore('not synced')
  for (const one of [store, other]) await makeQuiet(one)
  expect((await ask(server, syncWallet, { token })).status).toBe(200)
  expect([await isDue(store), await isDue(other)]).toEqual([true, false])
  for (let number = 0; number < 10; number++) await syncWalletNow(limited, store.merchantId)
  await makeQuiet(store)
  await expect(syncWalletNow(limited, store.merchantId)).rejects.toMatchObject({ code: 'too-many-attempts' })
  expect(await isDue(store)).toBe(false)
  await syncWalletNow(limited, other.merchantId)
})

test('figures are late when a sync is overdue or fails, not because the store is quiet', async () => {
  const store = await newStore('late')
  const token = await store.signIn()
  const isStale = async () => (await ask(server, getWallet, { token })).body.stale
  await makeQuiet(store)
  await advance(4 * 3600)
  expect(await isStale()).toBe(false)
  await saveSyncError(server.deps.db, store.id, 'unreachable')
  expect(await isStale()).toBe(true)
  await syncStore(server.deps, store.id)
  expect(await isStale()).toBe(false)
  await makeQuiet(store)
  await advance(sixHours)
  expect(await isStale()).toBe(true)
})

test('stores that may be paid are claimed before any number of quiet ones', async () => {
  const quiet = [await newStore('first'), await newStore('second'), await newStore('third')]
  const open = await newStore('open')
  await sql`update stores set sync_due_at = app_now() + interval '1 day'`.execute(server.deps.db)
  for (const store of quiet) await makeQuiet(store)
  await sql`update stores set sync_due_at = app_now() - interval '1 day'
    where id = any(${quiet.map(({ id }) => id)}::int[])`.execute(server.deps.db)
  await markSyncDue(server.deps.db, open.id)
  const claim = async () =>
    (await inTransaction(server.deps.db, (tx) => claimDueStores(tx, 'platform', 2))).map(({ id }) => id)
  const first = await claim()
  expect(first).toContain(open.id)
  expect(first).toHaveLength(2)
  expect(await claim()).toHaveLength(2)
  expect(await claim()).toEqual([])
})
