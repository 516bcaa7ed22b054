import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type LoopOuts, source, startLoopOuts } from '../../test/loop-outs.ts'
import type { Money } from '../../test/money.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { cancelSend } from '../sends/end-send.ts'
import { completeLoopOut, rejectLoopOut } from './decide-loop-out.ts'

let stage: LoopOuts
let money: Money
beforeAll(async () => {
  stage = await startLoopOuts()
  money = stage.money
}, 60_000)
afterAll(() => money.close())

const lettersTo = async (merchantId: number) => {
  const { email } = await money.deps.db
    .selectFrom('merchants')
    .select('email')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return money.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', '=', email).execute()
}

test('a request needs $300.00, holds the balance, and of 20 at once one stands', async () => {
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

test('where the platform cannot pay, an execution is refused and nothing has changed', async () => {
  const store = await stage.storeWithLightning('refused')
  const made = await stage.request(store)
  const before = await money.balances()
  expect(await codeOf(stage.execute(made.id))).toBe('platform-wallet-too-low')
  expect(await money.balances()).toEqual(before)
  expect(await stage.read(made.id)).toMatchObject({ status: 'pending', firstLeg: null, sendAttempts: 0 })
  expect(await stage.sendsOf(made)).toEqual([])
})

test('done by hand, the amount leaves the Lightning account, once', async () => {
  const store = await stage.storeWithLightning('by hand')
  const made = await stage.request(store)
  const before = (await money.balances())['platform:0:lightning-node'] ?? 0n
  const complete = () =>
    completeLoopOut(money.deps, stage.admin, { requestId: made.id, adminNotes: 'Paid by hand' }, source)
  const outcomes = await Promise.all([codeOf(complete()), codeOf(complete()), codeOf(stage.execute(made.id))])
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  expect(await stage.accountsOf(store)).toEqual({ lightning: 0n, hold: 0n, payable: 0n })
  expect((await money.balances())['platform:0:lightning-node']).toBe(before - made.amountSats)
  expect(await stage.read(made.id)).toMatchObject({
    status: 'completed',
    carriedOut: 'by-hand',
    adminNotes: 'Paid by hand',
  })
  expect((await lettersTo(store.merchantId)).map(({ subject }) => subject)).toEqual([
    'Your Lightning loop-out is completed',
  ])
  await money.expectCleanAudit()
})

test('rejected, the money is back, the merchant reads why, and may ask again', async () => {
  const store = await stage.storeWithLightning('rejected')
  const { lightning } = await stage.accountsOf(store)
  const made = await stage.request(store)
  await rejectLoopOut(money.deps, stage.admin, { requestId: made.id, reason: 'Channels are being closed' }, source)
  expect(await stage.accountsOf(store)).toEqual({ lightning, hold: 0n, payable: 0n })
  const [letter] = await lettersTo(store.merchantId)
  expect(letter?.bodyText).toContain('Reason: Channels are being closed')
  const again = await stage.request(store)
  expect(again).toMatchObject({ status: 'pending', amountSats: lightning })
  expect(again.onChainAddress).not.toBe(made.onChainAddress)
})

describe('carried out by the platform', () => {
  beforeAll(() => money.fund(money.platform, 60_000_000n))

  test('the same satoshis less the network fee arrive; they are neither volume nor fee', async () => {
    const store = await stage.storeWithLightning('executed')
    const deposits = () =>
      money.deps.db
        .selectFrom('merchants')
        .select('totalDepositsUsd')
        .where('id', '=', store.merchantId)
        .executeTakeFirst()
    const before = [await deposits(), (await money.balances())['platform:0:wallet'] ?? 0n] as const
    const made = await stage.request(store)
    await stage.execute(made.id)
    expect(await codeOf(stage.execute(made.id))).toBe('loop-out-not-pending')
    expect(await codeOf(stage.request(store))).toBe('loop-out-open')
    expect(await stage.accountsOf(store)).toEqual({ lightning: 0n, hold: 0n, payable: made.amountSats })
    await stage.carryOn(2)
    await stage.expectPaidOnce(store, made)
    expect((await money.balances())['platform:0:wallet']).toBe(before[1] - made.amountSats)
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
    expect((await lettersTo(store.merchantId)).map(({ subject }) => subject)).toEqual([
      'Your Lightning loop-out is completed',
    ])

    // The chain takes it back: the debt is there again, and goes with the next block.
    await money.engine.control.reorg({ depth: 1, empty: true })
    await syncStore(money.deps, money.platform.id)
    expect((await stage.accountsOf(store)).payable).toBe(made.amountSats)
    await stage.carryOn(2)
    await stage.expectPaidOnce(store, made)
  })

  test('a payment that is called off is made again: the debt is the platform’s', async () => {
    const store = await stage.storeWithLightning('called off')
    const made = await stage.request(store)
    const wake = money.deps.wake
    money.deps.wake = () => undefined
    await stage.execute(made.id).finally(() => {
      money.deps.wake = wake
    })
    const [first] = await stage.sendsOf(made)
    await inTransaction(money.deps.db, (tx) => cancelSend(tx, money.deps, first?.id ?? 0))
    await stage.carryOn()
    expect((await stage.sendsOf(made)).map(({ status }) => status)).toEqual(['cancelled', 'broadcast'])
    await stage.expectPaidOnce(store, made)
  })

  test.each(['loop-out-executing', 'coins-reserved', 'signed', 'saved', 'broadcasting', 'broadcast', 'marked'])(
    'a crash after "%s": it goes on, and pays once',
    async (step) => {
      const store = await stage.storeWithLightning(`crash ${step}`)
      const made = await stage.request(store)
      await stage.crashingAt(step, async () => {
        await stage.execute(made.id).catch(() => undefined)
        await stage.carryOn()
      })
      await stage.expectPaidOnce(store, made)
    },
    60_000,
  )
})
