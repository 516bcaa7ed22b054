import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoopOuts, startLoopOuts } from '../../test/loop-outs.ts'
import type { Money } from '../../test/money.ts'
import { expectOneLeft, readLocalMsat } from '../../test/own-node.ts'
import { readMoney } from '../balances/queries.ts'
import { syncStore } from '../payments/sync-store.ts'
import { readAvailable } from '../sends/queries.available.ts'

let stage: LoopOuts
let money: Money
beforeAll(async () => {
  stage = await startLoopOuts()
  money = stage.money
  await money.fund(money.platform, 60_000_000n)
})
afterAll(() => money.close())

test('coins are held first, then the invoice is paid, then the coins are sent', async () => {
  const store = await stage.storeWithNode('own plain')
  await syncStore(money.deps, store.id)
  expect((await readMoney(money.deps.db, store.merchantId)).lightning).toMatchObject({ btc: '0.00500000', node: 'own' })
  const requested = await stage.request(store)
  expect(requested).toMatchObject({ node: 'own', lightningBalanceBtc: '0.00500000', amountSats: 495_000n })
  const held = async () => (await readAvailable(money.deps.db, money.platform.id)).heldSats
  await stage.execute(requested.id)
  await money.pass(600)
  await money.runSends()
  expect([await held(), (await stage.sendsOf(requested))[0]?.status]).toEqual([495_000n, 'requested'])
  await stage.carryOn(2)
  expect((await stage.read(requested.id))?.problem).toBeNull()
  await expectOneLeft(money, store, requested)
  await stage.expectPaidOnce(store, requested)
})

test('a hanging payment is waited for, and everything is as before once it fails and the invoice expired', async () => {
  const store = await stage.storeWithNode('own hangs')
  const requested = await stage.request(store)
  await money.engine.control.lightning({ node: 'own-hangs', hangNext: 1 })
  await stage.execute(requested.id)
  await stage.carryOn(2)
  const hanging = await stage.read(requested.id)
  expect(hanging).toMatchObject({ status: 'executing', firstLeg: 'awaiting-payment' })
  await money.engine.control.clock({ advanceSeconds: 2000 })
  await stage.carryOn(2)
  expect(await stage.read(requested.id)).toMatchObject({ status: 'executing', paymentHash: hanging?.paymentHash })
  await money.engine.control.lightning({
    node: 'own-hangs',
    resolve: { paymentHash: hanging?.paymentHash ?? '', how: 'fail' },
  })
  await stage.carryOn(2)
  expect(await stage.read(requested.id)).toMatchObject({
    status: 'pending',
    firstLeg: null,
    paymentHash: null,
    problem: 'The merchant’s Lightning node didn’t pay. Nothing was moved.',
  })
  expect((await stage.sendsOf(requested)).map(({ status }) => status)).toEqual(['cancelled'])
  expect((await readAvailable(money.deps.db, money.platform.id)).heldSats).toBe(0n)
  expect(await readLocalMsat(money, store)).toBe(500_000_000n)

  await stage.execute(requested.id)
  await stage.carryOn(3)
  await expectOneLeft(money, store, requested)
  await stage.expectPaidOnce(store, requested)
})

test('a merchant’s node that falsely reports a payment gets nothing', async () => {
  const store = await stage.storeWithNode('own lies')
  const requested = await stage.request(store)
  const { engines } = money.deps
  const { at } = engines
  // The server behind this key is the merchant's own, so it may return anything.
  engines.at = (connection) => {
    const client = at(connection)
    if (connection.apiKey !== store.openedKey) return client
    const paid = async () => ({ kind: 'ok', value: { status: 'Complete', state: 'complete' } }) as never
    return { ...client, lightning: { ...client.lightning, getPayment: paid, pay: paid } }
  }
  try {
    await stage.execute(requested.id)
    await stage.carryOn(4)
    expect(await stage.read(requested.id)).toMatchObject({
      status: 'executing',
      firstLeg: 'awaiting-payment',
      problem: 'the merchant’s node says it paid, but the platform’s node received nothing',
    })
    expect((await stage.sendsOf(requested)).map(({ status }) => status)).toEqual(['requested'])
    expect((await stage.accountsOf(store)).payable).toBe(0n)
  } finally {
    engines.at = at
  }
  // Nothing was really paid yet, so it is paid now.
  await stage.carryOn(3)
  await expectOneLeft(money, store, requested)
  await stage.expectPaidOnce(store, requested)
})
