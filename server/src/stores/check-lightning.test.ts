import { unwrap } from '@bitquay/btcpay'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ForeignEngine, startForeignEngine } from '../../test/engine.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchant } from '../../test/people.ts'
import { runWorker } from '../../test/run-worker.ts'
import { findLatePayments } from '../payments/find-late-payments.ts'
import { syncStore } from '../payments/sync-store.ts'
import { adoptStore } from './adopt-store.ts'
import { checkLightning } from './check-lightning.ts'
import { neededRights } from './verify-store.ts'
import { watchLightning as checkLightningWorker } from './worker.ts'

let money: Money
let theirs: ForeignEngine
beforeAll(async () => {
  money = await startMoney({ ENGINE_ALLOW_HOSTS: '127.0.0.1' })
  theirs = await startForeignEngine()
})
afterAll(async () => {
  await theirs.close()
  await money.close()
})

const storeRow = (id: number) =>
  money.deps.db.selectFrom('stores').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const setLightning = async (storeId: string, config: string, enabled = true) =>
  unwrap(await money.deps.engines.platform.paymentMethods.put(storeId, 'BTC-LN', { enabled, config }))
const lightningOf = async (merchantId: number) => (await money.balances())[`merchant:${merchantId}:lightning`] ?? 0n
const entriesOf = (merchantId: number) =>
  money.deps.db
    .selectFrom('actLog')
    .select('detail')
    .where('act', '=', 'lightning-changed')
    .where('merchantId', '=', merchantId)
    .orderBy('id')
    .execute()
/** Lets invoices expire on both sides and closes their payment hashes, as the worker does. */
const finishInvoices = async (storeRef: number) => {
  await money.engine.control.clock({ advanceSeconds: 1200 })
  await money.pass(1200)
  await syncStore(money.deps, storeRef)
  await money.pass(120)
  await findLatePayments(money.deps, 50)
}

test('a store created while the server has no node gets Lightning once there is one', async () => {
  const { control } = money.engine
  await control.policy({ internalNode: false })
  const store = await money.newStore('later')
  expect(await storeRow(store.id)).toMatchObject({ lightning: 'none' })
  expect(await makeInvoice(money.deps, store.merchantId, '10.00')).toMatchObject({
    lightningInvoice: null,
    missingMethods: [],
  })
  await control.policy({ internalNode: true })
  await checkLightning(money.deps, store.id)
  expect(await storeRow(store.id)).toMatchObject({ lightning: 'shared', lightningAvailable: true })
  const invoice = await makeInvoice(money.deps, store.merchantId, '10.00')
  expect(invoice.lightningInvoice).toMatch(/^lnbcrt/)
  expect(await entriesOf(store.merchantId)).toEqual([
    { detail: { nodeBefore: 'none', node: 'shared', isAvailable: true } },
  ])
})

test('a store without the payment method is connected to a node that appeared, unless it was disabled', async () => {
  const store = await money.newStore('unconnected')
  unwrap(await money.deps.engines.platform.paymentMethods.remove(store.storeId, 'BTC-LN'))
  await money.deps.db.updateTable('stores').set({ lightning: 'none' }).where('id', '=', store.id).execute()
  await checkLightning(money.deps, store.id)
  expect(await storeRow(store.id)).toMatchObject({ lightning: 'shared', lightningAvailable: true })
  await setLightning(store.storeId, 'Internal Node', false)
  await checkLightning(money.deps, store.id)
  expect(await storeRow(store.id)).toMatchObject({ lightning: 'shared', lightningAvailable: false })
})

test('an invoice created without Lightning has the node checked, and the next one does not request it', async () => {
  const { control } = money.engine
  const store = await money.newStore('vanishing')
  await money.deps.db
    .updateTable('stores')
    .set({ lightningDueAt: new Date(Date.now() + 86_400_000) })
    .execute()
  const worker = checkLightningWorker(money.deps, (_store, error) => {
    throw error
  })
  await runWorker(worker)
  await control.lightning({ down: true })
  const first = await makeInvoice(money.deps, store.merchantId, '10.00')
  expect(first.missingMethods).toEqual(['BTC-LN'])
  await runWorker(worker)
  expect(await storeRow(store.id)).toMatchObject({ lightning: 'shared', lightningAvailable: false })
  const second = await makeInvoice(money.deps, store.merchantId, '10.00')
  expect(second).toMatchObject({ missingMethods: [], lightningInvoice: null })
  await control.lightning({ down: false })
  await money.pass(601)
  await runWorker(worker)
  const third = await makeInvoice(money.deps, store.merchantId, '10.00')
  expect(third.lightningInvoice).toMatch(/^lnbcrt/)
})

test('a Lightning payment that settled before the node disappeared is booked as ours, and the balance stays', async () => {
  const { control } = money.engine
  const store = await money.newStore('keeping')
  const [paid, late] = [
    await makeInvoice(money.deps, store.merchantId, '100.00'),
    await makeInvoice(money.deps, store.merchantId, '100.00'),
  ]
  await control.pay({ invoiceId: paid.invoiceId ?? '', method: 'lightning' })
  await money.pass(31)
  await syncStore(money.deps, store.id)
  const before = await lightningOf(store.merchantId)
  expect(before).toBeGreaterThan(0n)
  await control.pay({ invoiceId: late.invoiceId ?? '', method: 'lightning' })
  await setLightning(store.storeId, 'Internal Node', false)
  await checkLightning(money.deps, store.id)
  expect(await storeRow(store.id)).toMatchObject({ lightning: 'shared', lightningAvailable: false })
  expect(await lightningOf(store.merchantId)).toBe(before)
  await money.pass(31)
  await syncStore(money.deps, store.id)
  expect(await lightningOf(store.merchantId)).toBe(before * 2n)
  await money.expectCleanAudit()
})

test('a change to another node waits until no payment to the first can arrive', async () => {
  const { control } = money.engine
  const store = await money.newStore('switching')
  const open = await makeInvoice(money.deps, store.merchantId, '100.00')
  await control.lightning({ node: 'merchants-own', create: {}, remoteMsat: '100000000000' })
  await setLightning(store.storeId, 'type=sandbox;node=merchants-own')
  await checkLightning(money.deps, store.id)
  expect(await storeRow(store.id)).toMatchObject({ lightning: 'shared', lightningAvailable: false })
  expect((await makeInvoice(money.deps, store.merchantId, '100.00')).lightningInvoice).toBeNull()
  await control.pay({ invoiceId: open.invoiceId ?? '', method: 'lightning' })
  await money.pass(31)
  await syncStore(money.deps, store.id)
  const onOurNode = await lightningOf(store.merchantId)
  expect(onOurNode).toBeGreaterThan(0n)

  await finishInvoices(store.id)
  await checkLightning(money.deps, store.id)
  expect(await storeRow(store.id)).toMatchObject({ lightning: 'own', lightningAvailable: true })
  const own = await makeInvoice(money.deps, store.merchantId, '100.00')
  await control.pay({ invoiceId: own.invoiceId ?? '', method: 'lightning' })
  await money.pass(31)
  await syncStore(money.deps, store.id)
  expect(await lightningOf(store.merchantId)).toBe(onOurNode)
  await money.expectCleanAudit()
})

test('a merchant’s own server never makes its node the platform’s, and an unreachable one changes nothing', async () => {
  const { id: merchantId } = await addMerchant(money.server)
  const { id: storeId } = unwrap(await theirs.admin.stores.create({ name: 'Own' }))
  unwrap(await theirs.admin.wallet.generate(storeId, { savePrivateKeys: true }))
  unwrap(await theirs.admin.paymentMethods.put(storeId, 'BTC-LN', { enabled: true, config: 'Internal Node' }))
  const permissions = [...neededRights, 'btcpay.store.canuselightningnode'].map((right) => `${right}:${storeId}`)
  const { apiKey } = unwrap(await theirs.admin.keys.create({ label: 'Own', permissions }))
  const details = { btcpayServerUrl: theirs.engine.url, btcpayStoreId: storeId, btcpayApiKey: apiKey }
  const { id } = await adoptStore(money.deps, merchantId, details, { actor: 'system' })
  await checkLightning(money.deps, id)
  expect(await storeRow(id)).toMatchObject({ lightning: 'own', lightningAvailable: true })
  await theirs.control.engine({ down: true })
  await checkLightning(money.deps, id)
  expect(await storeRow(id)).toMatchObject({ lightning: 'own', lightningAvailable: true })
  await theirs.control.engine({ down: false })
  await theirs.control.policy({ internalNode: false })
  await checkLightning(money.deps, id)
  expect(await storeRow(id)).toMatchObject({ lightning: 'own', lightningAvailable: false })
})

test('quiet stores ask for a missing node rarely, and soon once another store has found it again', async () => {
  const [first, second] = [await money.newStore('finder'), await money.newStore('neighbor')]
  await money.engine.control.policy({ internalNode: false })
  await money.deps.db.updateTable('stores').set({ syncPauseSeconds: 20_000 }).where('id', '=', second.id).execute()
  for (const { id } of [first, second]) await checkLightning(money.deps, id)
  const pauseOf = async (id: number) => {
    const { rows } = await sql<{ pause: number }>`
      select extract(epoch from lightning_due_at - app_now())::float8 as pause from stores where id = ${id}`.execute(
      money.deps.db,
    )
    return rows[0]?.pause ?? Number.NaN
  }
  expect(await pauseOf(first.id)).toBeLessThanOrEqual(600)
  expect(await pauseOf(second.id)).toBeGreaterThan(19_000)
  await money.engine.control.policy({ internalNode: true })
  await checkLightning(money.deps, first.id)
  expect(await pauseOf(second.id)).toBeLessThanOrEqual(600)
})
