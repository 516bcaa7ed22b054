import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { btcToSats, unwrap } from '@bitquay/btcpay'
import { moveMerchant } from '@bitquay/contract/merchants.admin'
import { toSats } from '@bitquay/contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../../src/platform/root.ts'
import { provisionStore } from '../../src/stores/provision-store.ts'
import { findStore, findStoreById, openStore, type ReadyStore } from '../../src/stores/table.ts'
import { type EngineProxy, startEngineProxy } from '../engine-proxy.ts'
import { makeInvoice } from '../make-invoice.ts'
import { type Money, startMoney } from '../money.ts'
import { addAdmin, addMerchant, ask, signInAs } from '../people.ts'
import { freePort, type ServerProcess, spawnServer, startProcess } from '../process.ts'
import { until } from '../webhook-receiver.ts'
import { withdrawFrom } from '../withdrawals.ts'

const secret = 'the same thirty-two characters of all'
const program = ['--import', 'tsx', join(projectRoot, 'server/test/models/stopping-server.ts')]
const limitMs = 180_000
const fundedSats = 500_000n

/** The same network behind another address, so that coins can move between the two engines. */
let proxy: EngineProxy
let money: Money
let folder: string
let port: string
/** A move needs a recent sign-in, so there is one in each round. */
let adminToken: string
/** The request at which the running server is killed. */
let fatal: RegExp | undefined
let server: ServerProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-kill-moves-'))
  port = String(await freePort())
  money = await startMoney({ APP_SECRET: secret }, async (main) => {
    const { url, apiKey } = main.engine
    proxy = await startEngineProxy(url, { isLost: (named) => fatal?.test(named) ?? false, lose: kill })
    return [{ name: 'second', url: proxy.url, apiKey }]
  })
  // This process only requests things. The servers that start and die do the rest.
  money.deps.wake = () => undefined
})
afterAll(async () => {
  await stop()
  await money.close()
  await proxy.close()
  await rm(folder, { recursive: true, force: true })
})

const stop = async () => {
  kill()
  await server?.ended
}

const kill = () => {
  fatal = undefined
  server?.child.kill('SIGKILL')
}

const environment = (killAt: string) => ({
  PORT: port,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DATA_DIR: join(folder, 'server'),
  DATABASE_URL: money.server.databaseUrl,
  SANDBOX: 'true',
  SANDBOX_URL: String(money.engine.engine.sandboxUrl),
  BTCPAY_ENGINES: JSON.stringify([{ name: 'second', url: proxy.url }]),
  APP_SECRET: secret,
  RATE_LIMITS: 'off',
  DEMO_DATA: 'false',
  KILL_AT: killAt,
})

const start = async () => {
  server = await startProcess(environment('nowhere'), program)
  return server
}

/** Runs a server until it is killed, at a step of its own or by a request to the second engine. */
const runVictim = async (killAt = 'nowhere') => {
  const victim = spawnServer(environment(killAt), program)
  server = victim
  const code = await Promise.race([victim.ended, sleep(limitMs, 'still alive')])
  expect(code, victim.output()).toBe(null)
}

type Round = { merchantId: number; former: ReadyStore }

/** A merchant on the main engine with coins, while no server runs. */
const newMerchant = async (): Promise<Round> => {
  const { deps } = money
  adminToken = await signInAs(money.server, await addAdmin(money.server))
  const { id } = await addMerchant(money.server)
  await deps.db.updateTable('engines').set({ reachable: false }).where('id', '=', 2).execute()
  const former = await provisionStore(deps, { merchantId: id, name: 'Blue Door' })
  await deps.db.updateTable('engines').set({ reachable: true }).execute()
  expect(former.engineId).toBe(1)
  await money.fund(former, fundedSats)
  return { merchantId: id, former }
}

const move = (id: number) =>
  ask(money.server, moveMerchant, { token: adminToken, params: { id }, body: { engine: 'second' } })

const moveThroughServer = ({ origin }: ServerProcess, id: number) =>
  fetch(`${origin}/api/admin/merchants/${id}/move`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
    body: JSON.stringify({ engine: 'second' }),
  })

const storesOf = (merchantId: number) =>
  money.deps.db
    .selectFrom('stores')
    .select(['id', 'standing', 'status', 'engineId'])
    .where('merchantId', '=', merchantId)
    .orderBy('id')
    .execute()

/** What is true after the next server has continued, at whatever moment the last one died. */
const expectMoved = async ({ merchantId, former }: Round, old: { invoiceId: string | null }, spentSats = 0n) => {
  const { deps } = money
  const isMoved = async () => (await findStore(deps.db, merchantId))?.engineId === 2
  await until('the merchant is on the second engine', isMoved, limitMs)
  const current = openStore(await findStore(deps.db, merchantId), deps.sealer)
  if (!current) throw new Error('the new store is not ready')
  expect(await storesOf(merchantId)).toEqual([
    { id: former.id, standing: 'former', status: 'ready', engineId: 1 },
    { id: current.id, standing: 'current', status: 'ready', engineId: 2 },
  ])
  await expectOneOnEngine(current)

  // An invoice from before the move and one from after it are both paid, each in its own wallet.
  const fresh = await makeInvoice(deps, merchantId, '20.00')
  for (const { invoiceId } of [old, fresh]) {
    await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
  }
  await money.engine.control.mine({ blocks: 1 })
  const isBooked = async () => (await paymentsOf(merchantId)).filter(({ booked }) => booked).length === 2
  await until('both payments are booked', isBooked, limitMs)
  const payments = await paymentsOf(merchantId)
  expect(payments).toMatchObject([
    { invoiceId: old.invoiceId, atStore: null, disputed: false },
    { invoiceId: fresh.invoiceId, atStore: current.id, disputed: false },
  ])
  const [oldSats, freshSats] = payments.map(({ amount }) => toSats(amount))
  await expectCoins(former, fundedSats + (oldSats ?? 0n) - spentSats)
  await expectCoins(current, freshSats ?? 0n)
  await expectToldOnce(merchantId)
  await money.expectCleanAudit()
}

/** The engine has one store for the move, with our one webhook. */
const expectOneOnEngine = async (store: ReadyStore) => {
  const { engines } = money.deps
  const listed = unwrap(await engines.of(2).stores.list())
  expect(listed.filter(({ name }) => name.includes(store.tag)).map(({ id }) => id)).toEqual([store.storeId])
  const client = engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const hasWebhook = async () => Boolean((await findStoreById(money.deps.db, store.id))?.webhookId)
  await until('the new store has its webhook', hasWebhook, limitMs)
  expect(unwrap(await client.webhooks.list(store.storeId))).toHaveLength(1)
}

/** In BTCPay's wallet and, after the next sync, in our own figure. */
const expectCoins = async (store: ReadyStore, sats: bigint) => {
  const { engines, db } = money.deps
  const client = engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  expect(btcToSats(unwrap(await client.wallet.overview(store.storeId)).balance)).toBe(sats)
  const isMirrored = async () => (await findStoreById(db, store.id))?.balanceSats === sats
  await until(`our figure of store ${store.id} is ${sats}`, isMirrored, limitMs)
}

const paymentsOf = (merchantId: number) =>
  money.deps.db
    .selectFrom('transactions')
    .select(['invoiceId', 'atStore', 'booked', 'disputed', 'amount'])
    .where('merchantId', '=', merchantId)
    .where('purpose', '=', 'invoice')
    .orderBy('atStore', (order) => order.asc().nullsFirst())
    .execute()

const expectToldOnce = async (merchantId: number) => {
  const { db } = money.deps
  const acts = await db.selectFrom('actLog').select('act').where('merchantId', '=', merchantId).execute()
  expect(acts.filter(({ act }) => act === 'merchant-moved')).toHaveLength(1)
  const emails = await db
    .selectFrom('mailOutbox')
    .innerJoin('merchants', 'merchants.email', 'mailOutbox.recipient')
    .select('subject')
    .where('merchants.id', '=', merchantId)
    .execute()
  expect(emails.filter(({ subject }) => subject.endsWith('has a new wallet'))).toHaveLength(1)
}

/** The requests of a move whose effect BTCPay keeps. */
const requests: [what: string, request: RegExp][] = [
  ['the store was created', /^POST \/api\/v1\/stores$/],
  ['the wallet was created', /^POST .*\/generate$/],
  ['Lightning was connected', /^PUT .*\/payment-methods\/BTC-LN/],
  ['the key was created', /^POST .*\/api-keys/],
  ['the webhook was created', /^POST .*\/webhooks$/],
]

test.each(requests)(
  'a server killed when %s, before it knew: the next one finishes the move',
  async (_, request) => {
    const round = await newMerchant()
    const old = await makeInvoice(money.deps, round.merchantId, '50.00')
    expect(await move(round.merchantId)).toMatchObject({ status: 200 })
    fatal = request
    await runVictim()
    await start()
    await expectMoved(round, old)
    await stop()
  },
  600_000,
)

test('a server killed after it answered the request for a move: the next one makes it', async () => {
  const round = await newMerchant()
  const old = await makeInvoice(money.deps, round.merchantId, '50.00')
  const { status } = await moveThroughServer(await start(), round.merchantId)
  await stop()
  expect(status).toBe(200)
  await start()
  await expectMoved(round, old)
  await stop()
}, 600_000)

test('a server killed before it uses the new store: the next one uses it', async () => {
  const round = await newMerchant()
  const old = await makeInvoice(money.deps, round.merchantId, '50.00')
  expect(await move(round.merchantId)).toMatchObject({ status: 200 })
  await runVictim('move-ready')
  expect(await findStore(money.deps.db, round.merchantId)).toMatchObject({ id: round.former.id, standing: 'current' })
  await start()
  await expectMoved(round, old)
  await stop()
}, 600_000)

test('a server killed while the move waits for a withdrawal: the next one pays it once, and then moves', async () => {
  const { deps, engine } = money
  const round = await newMerchant()
  const { merchantId, former } = round
  const old = await makeInvoice(deps, merchantId, '50.00')
  const address = await money.strangersAddress()
  expect(await move(merchantId)).toMatchObject({ status: 200 })
  const { id } = await withdrawFrom(deps, { merchantId }, address, '100.00')
  await start()
  const isWaiting = async () => {
    const [, next] = await storesOf(merchantId)
    return next?.status === 'ready' && (await money.sendOf(id)).status === 'broadcast'
  }
  await until('the new store waits for the withdrawal', isWaiting, limitMs)
  await stop()
  expect(await storesOf(merchantId)).toMatchObject([{ standing: 'current' }, { standing: 'next' }])
  await start()
  await engine.control.mine({ blocks: 1 })
  await until('the withdrawal is confirmed', async () => (await money.sendOf(id)).status === 'confirmed', limitMs)
  const { amountSats, networkFeeSats, networkFeeFrom } = await money.sendOf(id)
  const feeSats = networkFeeSats ?? 0n
  expect(await money.countPaid(address, networkFeeFrom === 'amount' ? amountSats - feeSats : amountSats)).toBe(1)
  await expectMoved(round, old, networkFeeFrom === 'amount' ? amountSats : amountSats + feeSats)
  expect(await findStoreById(deps.db, former.id)).toMatchObject({ standing: 'former' })
  await stop()
}, 600_000)
