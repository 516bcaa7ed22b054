import { expect } from 'vitest'
import { startMoney } from './money.ts'
import { addPartner, type Someone } from './people.ts'
import { withdrawEarningsOf } from './withdrawals.ts'

type Partner = Someone & { kind: 'partner' }

/** A platform that can pay its partners, and partners with earnings. */
export const startPartnerEarnings = async () => {
  const money = await startMoney()
  money.deps.broadcastPatienceMs = 20_000
  await money.fund(money.platform, 10_000_000n, 10_000_000n, 10_000_000n)

  /** A partner who earned this amount, already collected. */
  const earner = async (sats: bigint): Promise<Partner> => {
    const partner = await addPartner(money.server, '0.50')
    await money.grantEarnings(partner.id, sats)
    return { ...partner, kind: 'partner' }
  }
  const withdrawFor = (partner: Partner, address: string, amountUsd: string, key?: string) =>
    withdrawEarningsOf(money.deps, partner, address, amountUsd, key)
  /** How often the recipient got a payout minus its network fee. */
  const countPaid = async (address: string, id: number) => {
    const { amountSats, networkFeeSats } = await money.sendOf(id)
    expect(networkFeeSats).toBeGreaterThan(0n)
    return money.countPaid(address, amountSats - (networkFeeSats ?? 0n))
  }
  const balancesOf = async (partner: Someone) => {
    const balances = await money.balances()
    return {
      earned: balances[`partner:${partner.id}:earned`] ?? 0n,
      held: balances[`partner:${partner.id}:payout-hold`] ?? 0n,
    }
  }

  return { money, earner, withdrawFor, countPaid, balancesOf }
}
