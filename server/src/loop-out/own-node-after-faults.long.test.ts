import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoopOuts, startLoopOuts } from '../../test/loop-outs.ts'
import type { Money } from '../../test/money.ts'
import { expectOneLeft } from '../../test/own-node.ts'
import { readAvailable } from '../sends/queries.available.ts'

let stage: LoopOuts
let money: Money
beforeAll(async () => {
  stage = await startLoopOuts()
  money = stage.money
  await money.fund(money.platform, 60_000_000n)
})
afterAll(() => money.close())

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
  'after a crash at "%s" each leg is paid once',
  async (step) => {
    const store = await stage.storeWithNode(`own ${step}`)
    const requested = await stage.request(store)
    await stage.crashingAt(step, async () => {
      await stage.execute(requested.id).catch(() => undefined)
      await stage.carryOn(5)
    })
    await expectOneLeft(money, store, requested)
    await stage.expectPaidOnce(store, requested)
  },
  60_000,
)

test.each(['drop-before', 'drop-after', 'error500'] as const)(
  'each leg is paid once when the pay call fails with %s',
  async (mode) => {
    const store = await stage.storeWithNode(`own pay ${mode}`)
    const requested = await stage.request(store)
    await stage.execute(requested.id)
    await money.engine.control.fail({ calls: 1, mode, method: 'POST', path: '/invoices/pay' })
    await stage.carryOn(4)
    await money.engine.control.fail({ calls: 0, mode: 'drop-before' })
    await expectOneLeft(money, store, requested)
    await stage.expectPaidOnce(store, requested)
  },
)

type Lightning = ReturnType<typeof money.deps.engines.at>['lightning']
const answers: [string, Partial<Lightning>][] = [
  ['that it is paying', { getPayment: async () => ({ kind: 'ok', value: { status: 'Pending' } }) as never }],
  ['that it has paid', { getPayment: async () => ({ kind: 'ok', value: { status: 'Complete' } }) as never }],
  ['nothing, ever', { getPayment: async () => ({ kind: 'unreachable', message: 'no answer' }) as never }],
]
test.each(answers)(
  'a merchant’s node that says %s cannot hold the platform’s coins forever',
  async (what, lies) => {
    const name = `own says ${what.replaceAll(',', '')}`
    const store = await stage.storeWithNode(name)
    const requested = await stage.request(store)
    const { engines } = money.deps
    const { at } = engines
    // The server behind this key is the merchant's own, so it may return anything.
    engines.at = (connection) => {
      const client = at(connection)
      return connection.apiKey === store.openedKey ? { ...client, lightning: { ...client.lightning, ...lies } } : client
    }
    try {
      const held = async () => (await readAvailable(money.deps.db, money.platform.id)).heldSats
      await stage.execute(requested.id)
      await stage.carryOn(2)
      await money.engine.control.clock({ advanceSeconds: 2000 })
      await money.pass(20 * 3600)
      await stage.carryOn(2)
      // An HTLC may still be held, so nothing is released while our node can still be paid.
      expect(await stage.read(requested.id)).toMatchObject({ status: 'executing', firstLeg: 'awaiting-payment' })
      expect(await held()).toBe(requested.amountSats)
      await money.pass(5 * 3600)
      await stage.carryOn(2)
      expect(await stage.read(requested.id)).toMatchObject({ status: 'pending', firstLeg: null, paymentHash: null })
      expect((await stage.sendsOf(requested)).map(({ status }) => status)).toEqual(['cancelled'])
      expect(await held()).toBe(0n)
      await money.expectCleanAudit()
    } finally {
      engines.at = at
    }
  },
  60_000,
)
