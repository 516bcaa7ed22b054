import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeHostile } from '../../test/hostile-server.ts'
import { codeOf, type LoopOuts, source, startLoopOuts } from '../../test/loop-outs.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import type { Money } from '../../test/money.ts'
import { addPartner } from '../../test/people.ts'
import { withdrawFrom } from '../../test/withdrawals.ts'
import { withdrawEarnings } from '../partners/withdraw-earnings.ts'
import { syncStore } from '../payments/sync-store.ts'
import { claimRefund } from '../refunds/claim-refund.ts'
import { offerRefund } from '../refunds/offer-refund.ts'
import { readAvailable } from './queries.available.ts'

let stage: LoopOuts
let money: Money
let partner: { id: number; email: string; kind: 'partner' }
beforeAll(async () => {
  stage = await startLoopOuts()
  money = stage.money
  money.deps.broadcastPatienceMs = 20_000
  partner = { ...(await addPartner(money.server, '50.00')), kind: 'partner' }
  await money.fund(money.platform, 20_000_000n, 20_000_000n)
  // A fee on the shared node is collected with the payment, so that the partner has something to withdraw.
  await stage.storeWithLightning('payer', '4000.00')
})
afterAll(() => money.close())

const authorize = async () => undefined
const payOut = (address: string) =>
  withdrawEarnings(money.deps, {
    ...{ partner, amountUsd: '5.00', address, idempotencyKey: undefined, source, authorize },
  })
const withdrawTo = (merchantId: number, address: string) => withdrawFrom(money.deps, { merchantId }, address, '100.00')
const held = async () => (await readAvailable(money.deps.db, money.platform.id)).heldSats
/** As if we had never issued the address and it lay beyond those that we asked the engine for. */
const forget = (address: string) => sql`delete from store_addresses where address = ${address}`.execute(money.deps.db)
/** Confirmed, removed and confirmed again: the books are right at every step, whichever wallet is read first. */
const expectCleanThroughBlocks = async (...stores: { id: number }[]) => {
  await money.runSends()
  for (const store of stores) await syncStore(money.deps, store.id)
  await money.expectCleanAudit()
  await money.engine.control.mine({ blocks: 1 })
  for (const store of stores) {
    await syncStore(money.deps, store.id)
    await money.expectCleanAudit()
  }
  await money.engine.control.reorg({ depth: 1 })
  for (const store of stores) {
    await syncStore(money.deps, store.id)
    await money.expectCleanAudit()
  }
  await money.engine.control.mine({ blocks: 2 })
  for (const store of [...stores].reverse()) {
    await syncStore(money.deps, store.id)
    await money.expectCleanAudit()
  }
}

test('a payout to an unused address of the platform’s own wallet is refused', async () => {
  const address = await money.addressOf(money.platform)
  expect(await codeOf(payOut(address))).toBe('invalid-address')
  expect(await codeOf(payOut(address.toUpperCase()))).toBe('invalid-address')
  expect(await held()).toBe(0n)
  await money.expectCleanAudit()
})

test('withdrawals and refunds to the platform’s own wallet are refused', async () => {
  const store = await money.newStore('generous', 3_000_000n)
  const address = await money.addressOf(money.platform)
  expect(await codeOf(withdrawTo(store.merchantId, address))).toBe('invalid-address')
  const invoice = await makeInvoice(money.deps, store.merchantId, '50.00')
  await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '' })
  await money.engine.control.mine({ blocks: 1 })
  await money.pass(31)
  await syncStore(money.deps, store.id)
  const actor = { kind: 'merchant', id: store.merchantId, email: 'owner@example.test' } as const
  const { claimLink } = await offerRefund(money.deps, {
    ...{ merchantId: store.merchantId, storeName: 'Generous', invoiceId: invoice.invoiceId ?? '' },
    ...{ actor, offeredBy: actor.email, source, authorize, kind: 'everything' as const },
  })
  const token = claimLink.split('/r/')[1] ?? ''
  expect(await codeOf(claimRefund(money.deps, token, address, source))).toBe('invalid-address')
  expect(await money.deps.db.selectFrom('sends').select('id').where('storeRef', '=', store.id).execute()).toEqual([])
})

test('a loop-out whose merchant’s server names an address of the platform is refused', async () => {
  const store = await stage.storeWithNode('names ours')
  const address = await money.addressOf(money.platform)
  const stop = makeHostile(money.deps, store.openedKey, { freshAddress: address })
  expect(await codeOf(stage.request(store))).toBe('engine-refused')
  stop()
  // An address that became known as ours only after the request is not paid either.
  const created = await stage.request(store)
  await sql`update lightning_loop_out_requests set on_chain_address = ${address} where id = ${created.id}`.execute(
    money.deps.db,
  )
  expect(await codeOf(stage.execute(created.id))).toBe('invalid-address')
  expect(await held()).toBe(0n)
  expect(await stage.read(created.id)).toMatchObject({ status: 'pending', firstLeg: null })
})

test('a new address of one’s own store is refused even before it was ever paid', async () => {
  const store = await stage.storeWithNode('own fresh')
  await money.fund(store, 3_000_000n)
  const { onChainAddress } = await stage.request(store)
  expect(await codeOf(withdrawTo(store.merchantId, onChainAddress))).toBe('invalid-address')
})

test('a payout that pays the platform after all leaves clean books, through a reorganization', async () => {
  const address = await money.addressOf(money.platform)
  await forget(address)
  const before = (await money.balances())['platform:0:capital'] ?? 0n
  const send = await payOut(address)
  await expectCleanThroughBlocks(money.platform)
  const { status, amountSats, networkFeeSats } = await money.sendOf(send.id)
  expect(status).toBe('confirmed')
  // The partner was paid. What came back, minus the network fee, is the operator's.
  expect((await money.balances())['platform:0:capital']).toBe(before + amountSats - (networkFeeSats ?? 0n))
})

test('a withdrawal that pays the platform after all leaves clean books, through a reorganization', async () => {
  const store = await money.newStore('gives away', 3_000_000n)
  const address = await money.addressOf(money.platform)
  await forget(address)
  const before = (await money.balances())['platform:0:capital'] ?? 0n
  const send = await withdrawTo(store.merchantId, address)
  await expectCleanThroughBlocks(store, money.platform)
  expect((await money.balances())['platform:0:capital']).toBe(before + send.amountSats)
})

test('a loop-out that pays the platform after all leaves clean books', async () => {
  const store = await stage.storeWithLightning('pays us')
  const created = await stage.request(store)
  const address = await money.addressOf(money.platform)
  await forget(address)
  await sql`update lightning_loop_out_requests set on_chain_address = ${address} where id = ${created.id}`.execute(
    money.deps.db,
  )
  await stage.execute(created.id)
  await expectCleanThroughBlocks(money.platform)
  expect(await stage.accountsOf(store)).toEqual({ lightning: 0n, hold: 0n, payable: 0n })
})
