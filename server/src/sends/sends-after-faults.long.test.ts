import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crashingAt } from '../../test/crash-at.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { withdrawFrom } from '../../test/withdrawals.ts'
import { syncStore } from '../payments/sync-store.ts'
import { readAvailable } from './queries.available.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
})
afterAll(() => money.close())

describe('a crash at each step', () => {
  test.each(['coins-reserved', 'signed', 'saved', 'broadcasting', 'broadcast', 'marked'])(
    'after "%s" the send continues where it was and pays once',
    async (step) => {
      const store = await money.newStore(`crash-${step}`, 400_000n, 300_000n)
      const address = await money.strangersAddress()
      const send = await crashingAt(money.deps, step, async () => {
        const impatient = { ...money.deps, broadcastPatienceMs: 300 }
        const requested = await withdrawFrom(impatient, store, address, '350.00').catch(() => undefined)
        for (let turn = 0; turn < 8; turn++) {
          await money.pass(70)
          await money.runSends()
          await syncStore(money.deps, store.id)
        }
        return requested
      })
      expect(await money.countPaid(address, 350_000n)).toBe(1)
      await money.mine(1, store)
      expect(await money.sendOf(send?.id ?? 0)).toMatchObject({ status: 'confirmed' })
      expect((await readAvailable(money.deps.db, store.id)).heldSats).toBe(0n)
      await money.expectCleanAudit()
    },
    60_000,
  )
})

describe('lost answers of the engine', () => {
  test.each([
    ['utxos', 'GET', '/utxos', 'drop-before'],
    ['sign, before', 'POST', '/transactions', 'drop-before'],
    ['sign, after', 'POST', '/transactions', 'drop-after'],
    ['sign, garbage', 'POST', '/transactions', 'html200'],
    ['broadcast, before', 'POST', '/broadcast', 'drop-before'],
    ['broadcast, after', 'POST', '/broadcast', 'drop-after'],
    ['broadcast, error', 'POST', '/broadcast', 'error500'],
  ] as const)(
    'after a lost answer to "%s" the send pays once',
    async (name, method, path, mode) => {
      const store = await money.newStore(`lost ${name}`, 400_000n)
      const address = await money.strangersAddress()
      await money.engine.control.fail({ calls: 2, mode, method, path })
      const send = await withdrawFrom({ ...money.deps, broadcastPatienceMs: 300 }, store, address, '100.00')
      await money.engine.control.fail({ calls: 0, mode: 'drop-before' })
      for (let turn = 0; turn < 4; turn++) {
        await money.pass(70)
        await money.runSends()
      }
      expect(await money.countPaid(address, 100_000n)).toBe(1)
      await money.mine(1, store)
      expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed' })
      await money.expectCleanAudit()
    },
    60_000,
  )
})
