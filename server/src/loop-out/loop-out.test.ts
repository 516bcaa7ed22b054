import { toSats } from '@bitquay/contract/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type LoopOutStore, type LoopOuts, source, startLoopOuts } from '../../test/loop-outs.ts'
import type { Money } from '../../test/money.ts'
import { readMoney } from '../balances/index.ts'
import { readDashboard } from '../dashboard/queries.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { cancelSend } from '../sends/end-send.ts'
import { completeLoopOut, rejectLoopOut } from './decide-loop-out.ts'

let stage: LoopOuts
let money: Money
beforeAll(async () => {
  stage = await startLoopOuts()
  money = stage.money
})
afterAll(() => money.close())

const emailsTo = async (merchantId: number) => {
  const { email } = await money.deps.db
    .selectFrom('merchants')
    .select('email')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return money.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', '=', email).execute()
}

test('a request needs $300.00 and holds the balance, and of 20 at once one is accepted', async () => {
  const poor = await stage.storeWithLightning('poor', '300.00')
  expect(await codeOf(stage.request(poor))).toBe('loop-out-too-little')
  const store = await stage.storeWithLightning('asks')
  const { lightning } = await stage.accountsOf(store)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => codeOf(stage.request(store))))
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'loop-out-open')).toHaveLength(19)
  expect(await stage.accountsOf(store)).toEqual({ lightning: 0n, hold: lightning, payable: 0n })
  await money.expectCleanAudit()
})

test('an execution that the platform cannot pay is refused and changes nothing', async () => {
  const store = await stage.storeWithLightning('refused')
  const requested = await stage.request(store)
  const before = await money.balances()
  expect(await codeOf(stage.execute(requested.id))).toBe('platform-wallet-too-low')
  expect(await money.balances()).toEqual(before)
  expect(await stage.read(requested.id)).toMatchObject({ status: 'pending', firstLeg: null, sendAttempts: 0 })
  expect(await stage.sendsOf(requested)).toEqual([])
})

test('completing manually takes the amount from the Lightning account once', async () => {
  const store = await stage.storeWithLightning('by hand')
  const requested = await stage.request(store)
  const before = (await money.balances())['platform:0:lightning-node'] ?? 0n
  const complete = () =>
    completeLoopOut(money.deps, stage.admin, { requestId: requested.id, adminNotes: 'Paid by hand' }, source)
  const outcomes = await Promise.all([codeOf(complete()), codeOf(complete()), codeOf(stage.execute(requested.id))])
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  expect(await stage.accountsOf(store)).toEqual({ lightning: 0n, hold: 0n, payable: 0n })
  expect((await money.balances())['platform:0:lightning-node']).toBe(before - requested.amountSats)
  expect(await stage.read(requested.id)).toMatchObject({
    status: 'completed',
    carriedOut: 'by-hand',
    adminNotes: 'Paid by hand',
  })
  expect((await emailsTo(store.merchantId)).map(({ subject }) => subject)).toEqual([
    'Your Lightning money is in your wallet',
  ])
  await money.expectCleanAudit()
})

test('a rejection returns the money and emails the reason, and a new request is possible', async () => {
  const store = await stage.storeWithLightning('rejected')
  const { lightning } = await stage.accountsOf(store)
  const requested = await stage.request(store)
  await rejectLoopOut(money.deps, stage.admin, { requestId: requested.id, reason: 'Channels are being closed' }, source)
  expect(await stage.accountsOf(store)).toEqual({ lightning, hold: 0n, payable: 0n })
  const [email] = await emailsTo(store.merchantId)
  expect(email?.bodyText).toContain('Reason: Channels are being closed')
  const again = await stage.request(store)
  expect(again).toMatchObject({ status: 'pending', amountSats: lightning })
  expect(again.onChainAddress).not.toBe(requested.onChainAddress)
})

/** Everything that a merchant has here, in satoshis: the wallet, Lightning, and what is on its way from one to the other. */
const totalOf = async (store: LoopOutStore) => {
  const { onChain, lightning, lightningAndHeld } = await readMoney(money.deps.db, store.merchantId)
  expect(toSats(lightningAndHeld.btc)).toBe(toSats(lightning.btc) + toSats(lightning.heldBtc))
  return {
    total: toSats(onChain.btc) + toSats(lightningAndHeld.btc),
    held: toSats(lightning.heldBtc),
  }
}

test('a request takes nothing from the total, and a canceled one returns it', async () => {
  const store = await stage.storeWithLightning('total')
  const { total } = await totalOf(store)
  const allWallets = async () => (await readDashboard(money.deps.db)).metrics.totalWalletBalance.btc
  const wallets = await allWallets()
  const requested = await stage.request(store)
  expect(await totalOf(store)).toEqual({ total, held: requested.amountSats })
  expect(await allWallets()).toBe(wallets)
  await rejectLoopOut(money.deps, stage.admin, { requestId: requested.id, reason: 'Not today' }, source)
  expect(await totalOf(store)).toEqual({ total, held: 0n })
  expect(await allWallets()).toBe(wallets)
})

describe('executed by the platform', () => {
  beforeAll(() => money.fund(money.platform, 60_000_000n))

  test('the amount less the network fee arrives and counts neither as volume nor as fee', async () => {
    const store = await stage.storeWithLightning('executed')
    const deposits = () =>
      money.deps.db
        .selectFrom('merchants')
        .select('totalDepositsUsd')
        .where('id', '=', store.merchantId)
        .executeTakeFirst()
    const before = [await deposits(), (await money.balances())['platform:0:wallet'] ?? 0n] as const
    const requested = await stage.request(store)
    await stage.execute(requested.id)
    expect(await codeOf(stage.execute(requested.id))).toBe('loop-out-not-pending')
    expect(await codeOf(stage.request(store))).toBe('loop-out-open')
    expect(await stage.accountsOf(store)).toEqual({ lightning: 0n, hold: 0n, payable: requested.amountSats })
    await stage.carryOn(2)
    await stage.expectPaidOnce(store, requested)
    expect((await money.balances())['platform:0:wallet']).toBe(before[1] - requested.amountSats)
    const [arrival] = await money.deps.db
      .selectFrom('transactions')
      .selectAll()
      .where('merchantId', '=', store.merchantId)
      .where('method', '=', 'on-chain')
      .execute()
    expect(arrival).toMatchObject({ purpose: 'loop-out', type: 'incoming', booked: true, transferId: null })
    expect(await deposits()).toEqual(before[0])
    await stage.runLoopOuts()
    await stage.runLoopOuts()
    expect((await emailsTo(store.merchantId)).map(({ subject }) => subject)).toEqual([
      'Your Lightning money is in your wallet',
    ])

    // A reorganization undoes it: the debt is back and is paid with the next block.
    await money.engine.control.reorg({ depth: 1, empty: true })
    await syncStore(money.deps, money.platform.id)
    expect((await stage.accountsOf(store)).payable).toBe(requested.amountSats)
    await stage.carryOn(2)
    await stage.expectPaidOnce(store, requested)
  })

  test('a canceled payment is sent again', async () => {
    const store = await stage.storeWithLightning('called off')
    const requested = await stage.request(store)
    const wake = money.deps.wake
    money.deps.wake = () => undefined
    await stage.execute(requested.id).finally(() => {
      money.deps.wake = wake
    })
    const [first] = await stage.sendsOf(requested)
    await inTransaction(money.deps.db, (tx) => cancelSend(tx, money.deps, first?.id ?? 0))
    await stage.carryOn()
    expect((await stage.sendsOf(requested)).map(({ status }) => status)).toEqual(['cancelled', 'broadcast'])
    await stage.expectPaidOnce(store, requested)
  })

  test.each(['loop-out-executing', 'coins-reserved', 'signed', 'saved', 'broadcasting', 'broadcast', 'marked'])(
    'after a crash at "%s" it continues and pays once',
    async (step) => {
      const store = await stage.storeWithLightning(`crash ${step}`)
      const requested = await stage.request(store)
      await stage.crashingAt(step, async () => {
        await stage.execute(requested.id).catch(() => undefined)
        await stage.carryOn()
      })
      await stage.expectPaidOnce(store, requested)
    },
    60_000,
  )
})

test('the total never shrinks by more than the network fee, and nothing is counted twice', async () => {
  const store = await stage.storeWithLightning('on its way')
  const { total } = await totalOf(store)
  const requested = await stage.request(store)
  await stage.execute(requested.id)
  expect(await totalOf(store)).toEqual({ total, held: requested.amountSats })
  await stage.carryOn(1)
  await syncStore(money.deps, store.id)
  const arriving = await totalOf(store)
  expect(arriving.held).toBe(0n)
  expect(arriving.total).toBeLessThan(total)
  expect(arriving.total).toBeGreaterThan(total - 10_000n)
  await stage.carryOn(2)
  await syncStore(money.deps, store.id)
  expect(await totalOf(store)).toEqual(arriving)
  await money.engine.control.reorg({ depth: 1, empty: true })
  await syncStore(money.deps, store.id)
  await syncStore(money.deps, money.platform.id)
  expect(await totalOf(store)).toEqual(arriving)
  await stage.carryOn(2)
})
