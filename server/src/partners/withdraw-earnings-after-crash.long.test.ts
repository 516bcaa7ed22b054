import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import { addPartner, type Someone } from '../../test/people.ts'
import { syncStore } from '../payments/sync-store.ts'
import { withdrawEarnings } from './withdraw-earnings.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
  money.deps.broadcastPatienceMs = 20_000
  await money.fund(money.platform, 10_000_000n, 10_000_000n, 10_000_000n)
})
afterAll(() => money.close())

/** A partner who earned this amount, already collected. */
const earner = async (sats: bigint): Promise<Someone & { kind: 'partner' }> => {
  const partner = await addPartner(money.server, '0.50')
  await money.grantEarnings(partner.id, sats)
  return { ...partner, kind: 'partner' }
}
/** Calls below the second factor, which has its own tests further down. */
const withdrawFor = (partner: Someone & { kind: 'partner' }, address: string, amountUsd: string, key?: string) =>
  withdrawEarnings(money.deps, {
    partner,
    amountUsd,
    address,
    idempotencyKey: key,
    source: { address: '127.0.0.1', device: 'test' },
    authorize: async () => undefined,
  })
/** How often the recipient got a payout minus its network fee. */
const countPaid = async (address: string, id: number) => {
  const { amountSats, networkFeeSats } = await money.sendOf(id)
  expect(networkFeeSats).toBeGreaterThan(0n)
  return money.countPaid(address, amountSats - (networkFeeSats ?? 0n))
}
const of = async (partner: Someone) => {
  const balances = await money.balances()
  return {
    earned: balances[`partner:${partner.id}:earned`] ?? 0n,
    held: balances[`partner:${partner.id}:payout-hold`] ?? 0n,
  }
}

describe('a crash at each step', () => {
  test.each(['coins-reserved', 'signed', 'saved', 'broadcasting', 'broadcast', 'marked'])(
    'after "%s" the payout continues where it was and pays once',
    async (step) => {
      const partner = await earner(100_000n)
      const address = await money.strangersAddress()
      let crashed = false
      money.deps.reached = (reached) => {
        if (reached !== step || crashed) return
        crashed = true
        throw new Error('crash')
      }
      try {
        money.deps.broadcastPatienceMs = 700
        const send = await withdrawFor(partner, address, '42.00')
        const isUnderWay = async () => (await money.sendOf(send.id)).status === 'broadcast'
        for (let turn = 0; turn < 8 && !(crashed && (await isUnderWay())); turn++) {
          await money.pass(70)
          await money.runSends()
          await syncStore(money.deps, money.platform.id)
        }
        expect(crashed).toBe(true)
        expect(await countPaid(address, send.id)).toBe(1)
        await money.mine(1, money.platform)
        await money.runSends()
        expect(await countPaid(address, send.id)).toBe(1)
        expect(await of(partner)).toEqual({ earned: 58_000n, held: 0n })
        await money.expectCleanAudit()
      } finally {
        money.deps.reached = () => undefined
        money.deps.broadcastPatienceMs = 20_000
      }
    },
    60_000,
  )
})
