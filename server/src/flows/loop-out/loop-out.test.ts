import { btcToSats, unwrap } from '@bitquay/btcpay'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Money, startMoney } from '../../../test/money.ts'
import { addAdmin } from '../../../test/people.ts'
import { findLoopOut, type LoopOut } from '../../modules/loop-out/request.ts'
import type { ReadyStore } from '../../modules/stores/store.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Admin, MerchantPerson } from '../../platform/http/person.ts'
import { readAvailable } from '../../views/read-available.ts'
import { loopOuts } from '../../workers/loop-outs.ts'
import { createInvoice } from '../create-invoice.ts'
import { cancelSend } from '../sends/end-send.ts'
import { syncStore } from '../sync-store.ts'
import { completeLoopOut } from './complete-loop-out.ts'
import { executeLoopOut } from './execute-loop-out.ts'
import { rejectLoopOut } from './reject-loop-out.ts'
import { requestLoopOut } from './request-loop-out.ts'

type Store = ReadyStore & { merchantId: number }

const source = { address: '127.0.0.1', device: 'test' }
let money: Money
let admin: Admin
beforeAll(async () => {
  money = await startMoney()
  const { id, email } = await addAdmin(money.server)
  admin = { kind: 'admin', id, email, name: 'Operator', sessionId: 0, twoFactorEnabled: false }
}, 60_000)
afterAll(() => money.close())

const ownerOf = (store: Store): MerchantPerson => ({
  kind: 'merchant',
  id: store.merchantId,
  merchantId: store.merchantId,
  email: `owner-${store.merchantId}@example.test`,
  name: '',
  role: 'owner',
  storeName: '',
  sessionId: 0,
  twoFactorEnabled: false,
})
const request = (store: Store) => requestLoopOut(money.deps, ownerOf(store), source)
const execute = (requestId: number) => executeLoopOut(money.deps, admin, { requestId }, source)
const reading = (id: number) => findLoopOut(money.deps.db, id)
const runLoopOuts = () => loopOuts(money.deps).run(new AbortController().signal)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  )

/** A store whose customers have paid over Lightning. Of $400.00 at the engine's rate 96 % are the merchant's. */
const storeWithLightning = async (name: string, usd = '400.00'): Promise<Store> => {
  const store = await money.newStore(name)
  const invoice = await createInvoice(money.deps, {
    merchantId: store.merchantId,
    amount: usd,
    currency: 'USD',
    description: undefined,
    customerEmail: undefined,
    createdBy: 'test',
    idempotencyKey: undefined,
  })
  await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'lightning' })
  await money.pass(31)
  await syncStore(money.deps, store.id)
  return store
}
const accountsOf = async ({ merchantId }: { merchantId: number }) => {
  const all = await money.balances()
  const of = (kind: string) => all[`merchant:${merchantId}:${kind}`] ?? 0n
  return { lightning: of('lightning'), hold: of('loop-out-hold'), payable: of('loop-out-payable') }
}
const lettersTo = async (merchantId: number) => {
  const { email } = await money.deps.db
    .selectFrom('merchants')
    .select('email')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return money.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', '=', email).execute()
}
/** Time passes and every worker has its turn, a few times over; one that crashes is started again. */
const carryOn = async (turns = 4) => {
  for (let turn = 0; turn < turns; turn++) {
    await money.pass(70)
    await runLoopOuts().catch(() => undefined)
    await money.runSends().catch(() => undefined)
    await syncStore(money.deps, money.platform.id)
  }
}
/** How often the store's wallet was paid what a request is worth, less this fee. */
const countArrivals = async (store: Store, made: LoopOut, feeSats: bigint | null) => {
  const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const listed = unwrap(await client.wallet.listTransactions(store.storeId, { skip: 0, limit: 50 }))
  return listed.filter(({ amount }) => btcToSats(amount) === made.amountSats - (feeSats ?? 0n)).length
}
const sendsOf = (made: LoopOut) =>
  money.deps.db.selectFrom('sends').selectAll().where('loopOutId', '=', made.id).orderBy('id').execute()

/** After an execution: one payment on chain of the same satoshis less the network's fee, nothing held, nothing owed. */
const expectPaidOnce = async (store: Store, made: LoopOut) => {
  const live = (await sendsOf(made)).filter(({ status }) => status !== 'failed' && status !== 'cancelled')
  expect(live).toHaveLength(1)
  expect(await countArrivals(store, made, live[0]?.networkFeeSats ?? null)).toBe(1)
  await money.mine(1, money.platform, store)
  expect(await reading(made.id)).toMatchObject({ status: 'completed', carriedOut: 'by-platform', firstLeg: 'taken' })
  expect(await accountsOf(store)).toEqual({ lightning: 0n, hold: 0n, payable: 0n })
  expect((await readAvailable(money.deps.db, money.platform.id)).heldSats).toBe(0n)
  await money.expectCleanAudit()
}

test('a request needs $300.00, holds the balance, and of 20 at once one stands', async () => {
  const poor = await storeWithLightning('poor', '300.00')
  expect(await codeOf(request(poor))).toBe('loop-out-too-little')
  const store = await storeWithLightning('asks')
  const { lightning } = await accountsOf(store)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => codeOf(request(store))))
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'loop-out-open')).toHaveLength(19)
  expect(await accountsOf(store)).toEqual({ lightning: 0n, hold: lightning, payable: 0n })
  await money.expectCleanAudit()
})

test('where the platform cannot pay, an execution is refused and nothing has changed', async () => {
  const store = await storeWithLightning('refused')
  const made = await request(store)
  const before = await money.balances()
  expect(await codeOf(execute(made.id))).toBe('platform-wallet-too-low')
  expect(await money.balances()).toEqual(before)
  expect(await reading(made.id)).toMatchObject({ status: 'pending', firstLeg: null, sendAttempts: 0 })
  expect(await sendsOf(made)).toEqual([])
})

test('done by hand, the amount leaves the Lightning account, once', async () => {
  const store = await storeWithLightning('by hand')
  const made = await request(store)
  const before = (await money.balances())['platform:0:lightning-node'] ?? 0n
  const complete = () => completeLoopOut(money.deps, admin, { requestId: made.id, adminNotes: 'Paid by hand' }, source)
  const outcomes = await Promise.all([codeOf(complete()), codeOf(complete()), codeOf(execute(made.id))])
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  expect(await accountsOf(store)).toEqual({ lightning: 0n, hold: 0n, payable: 0n })
  expect((await money.balances())['platform:0:lightning-node']).toBe(before - made.amountSats)
  expect(await reading(made.id)).toMatchObject({
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
  const store = await storeWithLightning('rejected')
  const { lightning } = await accountsOf(store)
  const made = await request(store)
  await rejectLoopOut(money.deps, admin, { requestId: made.id, reason: 'Channels are being closed' }, source)
  expect(await accountsOf(store)).toEqual({ lightning, hold: 0n, payable: 0n })
  const [letter] = await lettersTo(store.merchantId)
  expect(letter?.bodyText).toContain('Reason: Channels are being closed')
  const again = await request(store)
  expect(again).toMatchObject({ status: 'pending', amountSats: lightning })
  expect(again.onChainAddress).not.toBe(made.onChainAddress)
})

describe('carried out by the platform', () => {
  beforeAll(() => money.fund(money.platform, 60_000_000n))

  test('the same satoshis less the network fee arrive; they are neither volume nor fee', async () => {
    const store = await storeWithLightning('executed')
    const deposits = () =>
      money.deps.db
        .selectFrom('merchants')
        .select('totalDepositsUsd')
        .where('id', '=', store.merchantId)
        .executeTakeFirst()
    const before = [await deposits(), (await money.balances())['platform:0:wallet'] ?? 0n] as const
    const made = await request(store)
    await execute(made.id)
    expect(await codeOf(execute(made.id))).toBe('loop-out-not-pending')
    expect(await codeOf(request(store))).toBe('loop-out-open')
    expect(await accountsOf(store)).toEqual({ lightning: 0n, hold: 0n, payable: made.amountSats })
    await carryOn(2)
    await expectPaidOnce(store, made)
    expect((await money.balances())['platform:0:wallet']).toBe(before[1] - made.amountSats)
    const [arrival] = await money.deps.db
      .selectFrom('transactions')
      .selectAll()
      .where('merchantId', '=', store.merchantId)
      .where('method', '=', 'on-chain')
      .execute()
    expect(arrival).toMatchObject({ purpose: 'loop-out', type: 'incoming', booked: true, transferId: null })
    expect(await deposits()).toEqual(before[0])
    await runLoopOuts()
    await runLoopOuts()
    expect((await lettersTo(store.merchantId)).map(({ subject }) => subject)).toEqual([
      'Your Lightning loop-out is completed',
    ])

    // The chain takes it back: the debt is there again, and goes with the next block.
    await money.engine.control.reorg({ depth: 1, empty: true })
    await syncStore(money.deps, money.platform.id)
    expect((await accountsOf(store)).payable).toBe(made.amountSats)
    await carryOn(2)
    await expectPaidOnce(store, made)
  })

  test('a payment that is called off is made again: the debt is the platform’s', async () => {
    const store = await storeWithLightning('called off')
    const made = await request(store)
    const wake = money.deps.wake
    money.deps.wake = () => undefined
    await execute(made.id).finally(() => {
      money.deps.wake = wake
    })
    const [first] = await sendsOf(made)
    await inTransaction(money.deps.db, (tx) => cancelSend(tx, first?.id ?? 0))
    await carryOn()
    expect((await sendsOf(made)).map(({ status }) => status)).toEqual(['cancelled', 'broadcast'])
    await expectPaidOnce(store, made)
  })

  test.each(['loop-out-executing', 'coins-reserved', 'signed', 'saved', 'broadcasting', 'broadcast', 'marked'])(
    'a crash after "%s": it goes on, and pays once',
    async (step) => {
      const store = await storeWithLightning(`crash ${step}`)
      const made = await request(store)
      await crashingAt(step, async () => {
        await execute(made.id).catch(() => undefined)
        await carryOn()
      })
      await expectPaidOnce(store, made)
    },
    60_000,
  )
})

/** A store with a node of its own that holds half a million satoshis, and room at the platform's node. */
const storeWithNode = async (name: string): Promise<Store> => {
  const store = await money.newStore(name)
  const node = name.replaceAll(' ', '-')
  await money.engine.control.lightning({ node, create: {}, localMsat: '500000000', remoteMsat: '0' })
  await money.engine.control.lightning({ localMsat: '0', remoteMsat: '100000000000' })
  const config = `type=sandbox;node=${node}`
  const put = await money.deps.engines.platform.paymentMethods.put(store.storeId, 'BTC-LN', { enabled: true, config })
  expect(put.kind).toBe('ok')
  await money.deps.db.updateTable('stores').set({ lightning: 'own' }).where('id', '=', store.id).execute()
  return { ...store, lightning: 'own' }
}

const crashingAt = async (step: string, work: () => Promise<void>) => {
  let crashed = false
  money.deps.reached = (reached) => {
    if (reached !== step || crashed) return
    crashed = true
    throw new Error('crash')
  }
  try {
    await work()
  } finally {
    money.deps.reached = () => undefined
  }
  expect(crashed, step).toBe(true)
}

describe('from a node of the merchant’s own', () => {
  const localOf = async (store: Store) => {
    const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
    const told = await client.lightning.balance(store.storeId)
    return told.kind === 'ok' ? BigInt(told.value.offchain?.local ?? '0') : -1n
  }
  /** One payment of the amount and a small routing fee has left the node. */
  const expectOneLeft = async (store: Store, made: LoopOut) => {
    const left = 500_000_000n - (await localOf(store))
    const amountMsat = made.amountSats * 1000n
    expect(left >= amountMsat && left <= (amountMsat * 101n) / 100n, `${left} left`).toBe(true)
  }

  test('coins are held first, then the invoice is paid, then they go', async () => {
    const store = await storeWithNode('own plain')
    const made = await request(store)
    expect(made).toMatchObject({ node: 'own', lightningBalanceBtc: '0.00500000', amountSats: 495_000n })
    const held = async () => (await readAvailable(money.deps.db, money.platform.id)).heldSats
    await execute(made.id)
    await money.pass(600)
    await money.runSends()
    expect([await held(), (await sendsOf(made))[0]?.status]).toEqual([495_000n, 'requested'])
    await carryOn(2)
    await expectOneLeft(store, made)
    await expectPaidOnce(store, made)
  })

  test.each([
    'loop-out-executing',
    'loop-out-invoice-made',
    'loop-out-invoice-saved',
    'loop-out-paying',
    'loop-out-paid',
    'loop-out-taken',
    'saved',
    'broadcast',
  ])(
    'a crash after "%s": each leg is paid once',
    async (step) => {
      const store = await storeWithNode(`own ${step}`)
      const made = await request(store)
      await crashingAt(step, async () => {
        await execute(made.id).catch(() => undefined)
        await carryOn(5)
      })
      await expectOneLeft(store, made)
      await expectPaidOnce(store, made)
    },
    60_000,
  )

  test.each(['drop-before', 'drop-after', 'error500'] as const)('the answer of pay: %s', async (mode) => {
    const store = await storeWithNode(`own pay ${mode}`)
    const made = await request(store)
    await execute(made.id)
    await money.engine.control.fail({ calls: 1, mode, method: 'POST', path: '/invoices/pay' })
    await carryOn(4)
    await money.engine.control.fail({ calls: 0, mode: 'drop-before' })
    await expectOneLeft(store, made)
    await expectPaidOnce(store, made)
  })

  test('a payment that hangs is waited for; when it fails and the invoice is over, everything is as before', async () => {
    const store = await storeWithNode('own hangs')
    const made = await request(store)
    await money.engine.control.lightning({ node: 'own-hangs', hangNext: 1 })
    await execute(made.id)
    await carryOn(2)
    const hanging = await reading(made.id)
    expect(hanging).toMatchObject({ status: 'executing', firstLeg: 'awaiting-payment' })
    await money.engine.control.clock({ advanceSeconds: 2000 })
    await carryOn(2)
    expect(await reading(made.id)).toMatchObject({ status: 'executing', paymentHash: hanging?.paymentHash })
    await money.engine.control.lightning({
      node: 'own-hangs',
      resolve: { paymentHash: hanging?.paymentHash ?? '', how: 'fail' },
    })
    await carryOn(2)
    expect(await reading(made.id)).toMatchObject({ status: 'pending', firstLeg: null, paymentHash: null })
    expect((await sendsOf(made)).map(({ status }) => status)).toEqual(['cancelled'])
    expect((await readAvailable(money.deps.db, money.platform.id)).heldSats).toBe(0n)
    expect(await localOf(store)).toBe(500_000_000n)

    await execute(made.id)
    await carryOn(3)
    await expectOneLeft(store, made)
    await expectPaidOnce(store, made)
  }, 60_000)
})
