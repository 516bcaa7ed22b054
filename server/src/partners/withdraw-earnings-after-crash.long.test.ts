import { afterAll, describe, expect, test } from 'vitest'
import { crashingAt } from '../../test/crash-at.ts'
import { startPartnerEarnings } from '../../test/partner-earnings.ts'
import { withdrawEarningsOf } from '../../test/withdrawals.ts'
import { syncStore } from '../payments/sync-store.ts'

const { money, earner, countPaid, balancesOf } = await startPartnerEarnings()
afterAll(() => money.close())

describe('a crash at each step', () => {
  test.each(['coins-reserved', 'signed', 'saved', 'broadcasting', 'broadcast', 'marked'])(
    'after "%s" the payout continues where it was and pays once',
    async (step) => {
      const partner = await earner(100_000n)
      const address = await money.strangersAddress()
      const send = await crashingAt(money.deps, step, async (hasCrashed) => {
        const impatient = { ...money.deps, broadcastPatienceMs: 700 }
        const requested = await withdrawEarningsOf(impatient, partner, address, '42.00')
        const isUnderWay = async () => (await money.sendOf(requested.id)).status === 'broadcast'
        for (let turn = 0; turn < 8 && !(hasCrashed() && (await isUnderWay())); turn++) {
          await money.pass(70)
          await money.runSends()
          await syncStore(money.deps, money.platform.id)
        }
        return requested
      })
      expect(await countPaid(address, send.id)).toBe(1)
      await money.mine(1, money.platform)
      await money.runSends()
      expect(await countPaid(address, send.id)).toBe(1)
      expect(await balancesOf(partner)).toEqual({ earned: 58_000n, held: 0n })
      await money.expectCleanAudit()
    },
    60_000,
  )
})
