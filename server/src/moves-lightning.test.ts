import { listInvoices } from '@bitquay/contract/invoices'
import { toSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestEngine, type TestEngine } from '../test/engine.ts'
import { makeInvoice } from '../test/make-invoice.ts'
import { type Money, startMoney } from '../test/money.ts'
import { addAdmin, addMerchant, ask, signInAs } from '../test/people.ts'
import { completeLoopOut } from './loop-out/decide-loop-out.ts'
import { requestLoopOut } from './loop-out/request-loop-out.ts'
import { moveMerchant } from './merchants/move-merchant.ts'
import { checkNodePayments } from './operations/check-node-payments.ts'
import { findLatePayments } from './payments/find-late-payments.ts'
import { syncStore } from './payments/sync-store.ts'
import { turnClock } from './sandbox/turn-clock.ts'
import { finishMove } from './stores/move-store.ts'
import { provisionStore } from './stores/provision-store.ts'
import { findNextStores } from './stores/queries.moves.ts'
import { findProgramStoreId } from './stores/queries.ts'
import { findStore } from './stores/table.ts'

let second: TestEngine
let money: Money
beforeAll(async () => {
  second = await startTestEngine('second')
  const { url, apiKey } = second.engine
  money = await startMoney({}, [{ name: 'second', url, apiKey }])
})
afterAll(async () => {
  await money.close()
  await second.close()
})

const source = { address: '127.0.0.1', device: 'test' }
const newAdmin = async () => ({ ...(await addAdmin(money.server)), kind: 'admin' }) as never

const newMerchant = async () => {
  const { server, deps } = money
  const owner = await addMerchant(server)
  await sql`update engines set reachable = id = 1, capacity = null`.execute(deps.db)
  await sql`update engines set capacity = 1000 where id = 2`.execute(deps.db)
  const store = await provisionStore(deps, { merchantId: owner.id, name: 'Blue Door' })
  expect(store.engineId).toBe(1)
  return { owner, merchantId: owner.id, store }
}
const moveNow = async (merchantId: number) => {
  await moveMerchant(money.deps, await newAdmin(), { merchantId, engine: 'second' }, source)
  for (const next of await findNextStores(money.deps.db, 'engine 2', 10)) await finishMove(money.deps, next)
  const store = await findStore(money.deps.db, merchantId)
  if (store?.engineId !== 2) throw new Error('not moved')
  return store
}
const payNow = async (invoiceId: string | null, engine: TestEngine, store: { id: number }) => {
  await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'lightning' })
  await money.pass(31)
  await syncStore(money.deps, store.id)
}
const receivedFor = async (invoiceId: string | null) => {
  const { amount } = await money.deps.db
    .selectFrom('transactions')
    .select('amount')
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return toSats(amount)
}
const lightningAt = async (merchantId: number) => {
  const { rows } = await sql<{ main: bigint; second: bigint }>`
    select lightning_at(${merchantId}, 1) as main, lightning_at(${merchantId}, 2) as second`.execute(money.deps.db)
  return rows[0] ?? { main: 0n, second: 0n }
}
const loopOut = async (merchantId: number) => {
  const person = { kind: 'merchant', id: merchantId, merchantId, email: 'o@example.test' } as never
  const request = await requestLoopOut(money.deps, person, source)
  await completeLoopOut(money.deps, await newAdmin(), { requestId: request.id }, source)
  return request
}

test('a Lightning balance stays with its node after a move and is paid from there', async () => {
  const { deps } = money
  const { merchantId, store: former } = await newMerchant()
  await payNow((await makeInvoice(deps, merchantId, '800.00')).invoiceId, money.engine, former)
  const old = await makeInvoice(deps, merchantId, '50.00')
  const before = await money.balances()
  const current = await moveNow(merchantId)
  // An old invoice is paid at the old node, and a new one at the new node.
  await payNow(old.invoiceId, money.engine, former)
  const fresh = await makeInvoice(deps, merchantId, '500.00')
  await payNow(fresh.invoiceId, second, current)
  const after = await money.balances()
  const rise = (account: string) => (after[account] ?? 0n) - (before[account] ?? 0n)
  expect(rise('platform:0:lightning-node')).toBe(await receivedFor(old.invoiceId))
  expect(rise('engine:2:lightning-node')).toBe(await receivedFor(fresh.invoiceId))
  const at = await lightningAt(merchantId)
  expect(at.main + at.second).toBe(after[`merchant:${merchantId}:lightning`])
  expect(at.second).toBeGreaterThan(0n)
  await checkNodePayments(deps)
  await money.expectCleanAudit()

  const first = await loopOut(merchantId)
  expect(first).toMatchObject({ engineId: 1, amountSats: at.main })
  const then = await loopOut(merchantId)
  expect(then).toMatchObject({ engineId: 2, amountSats: at.second })
  expect(await lightningAt(merchantId)).toEqual({ main: 0n, second: 0n })
  expect((await money.balances())[`merchant:${merchantId}:lightning`]).toBe(0n)
  await money.expectCleanAudit()
})

test('a Lightning payment that arrives late at the old node is booked there', async () => {
  const { deps, engine } = money
  const { merchantId, store: former } = await newMerchant()
  await engine.control.lightning({ outliveSeconds: 200 * 3600 })
  const old = await makeInvoice(deps, merchantId, '50.00')
  const before = await money.balances()
  const current = await moveNow(merchantId)
  // Longer than BTCPay watches an expired invoice.
  await turnClock(deps, 26 * 3600)
  for (const store of [former, current]) await syncStore(deps, store.id)
  await engine.control.pay({ invoiceId: old.invoiceId ?? '', method: 'lightning' })
  await turnClock(deps, 3700)
  await findLatePayments(deps, 100)
  const after = await money.balances()
  expect((after['platform:0:lightning-node'] ?? 0n) - (before['platform:0:lightning-node'] ?? 0n)).toBe(
    await receivedFor(old.invoiceId),
  )
  expect(await lightningAt(merchantId)).toMatchObject({ second: 0n })
  await engine.control.lightning({ outliveSeconds: 0 })
  await checkNodePayments(deps)
  await money.expectCleanAudit()
})

test('a hash that only the old store reports is booked at the old node', async () => {
  const { deps } = money
  const { merchantId, store: former } = await newMerchant()
  const old = await makeInvoice(deps, merchantId, '60.00')
  const before = await money.balances()
  await moveNow(merchantId)
  await sql`delete from invoice_destinations where merchant_id = ${merchantId} and kind = 'payment-hash'`.execute(
    deps.db,
  )
  await payNow(old.invoiceId, money.engine, former)
  const after = await money.balances()
  expect((after['platform:0:lightning-node'] ?? 0n) - (before['platform:0:lightning-node'] ?? 0n)).toBe(
    await receivedFor(old.invoiceId),
  )
  expect(after['engine:2:lightning-node']).toBe(before['engine:2:lightning-node'])
})

test('the sync of the new store neither reads nor ends what is in the old one', async () => {
  const { deps, server } = money
  const { owner, merchantId, store: former } = await newMerchant()
  await money.fund(former, 200_000n)
  const old = await makeInvoice(deps, merchantId, '10.00')
  const current = await moveNow(merchantId)
  for (let look = 0; look < 5; look++) {
    await money.pass(3600)
    await syncStore(deps, current.id)
  }
  const row = await deps.db.selectFrom('invoices').selectAll().where('invoiceId', '=', old.invoiceId).executeTakeFirst()
  expect(row).toMatchObject({ status: 'new', unknownLooks: 0, unknownSince: null })
  const [deposit] = await deps.db.selectFrom('transactions').selectAll().where('merchantId', '=', merchantId).execute()
  expect(deposit).toMatchObject({ status: 'confirmed', disputed: false, vanishedAt: null })
  const token = await signInAs(server, owner)
  const listed = await ask(server, listInvoices, { token })
  expect(listed.body).toMatchObject([{ invoiceId: old.invoiceId }])
})

test('programs keep the ID of the first store and may use the new one', async () => {
  const { db } = money.deps
  const { merchantId, store: former } = await newMerchant()
  const stranger = await newMerchant()
  const current = await moveNow(merchantId)
  expect(await findProgramStoreId(db, merchantId)).toBe(former.storeId)
  expect(await findProgramStoreId(db, merchantId, former.storeId)).toBe(former.storeId)
  expect(await findProgramStoreId(db, merchantId, current.storeId ?? '')).toBe(current.storeId)
  expect(await findProgramStoreId(db, merchantId, stranger.store.storeId)).toBeUndefined()
})
