import { sql } from 'kysely'
import { expect } from 'vitest'
import { readPartnerFigures } from '../../src/partners/queries.figures.ts'
import type { Db } from '../../src/platform/db/connect.ts'
import { type Parts, sumOf } from './model-sums.ts'

/** A fee as it was booked: who owes it, and what each partner earned from it. */
type ModelFee = { merchant: number; feeSats: bigint; shares: Parts; isDeducted: boolean; stands: boolean }

export type Collections = ReturnType<typeof makeCollections>

/**
 * Which fees are collected by the written rule: what arrived from a merchant pays its open fees in booking order, each
 * in full. What is deducted on the shared node is collected at once. It knows no assignments and no records.
 */
export const makeCollections = (db: Db, of: (account: string) => bigint) => {
  const fees: ModelFee[] = []
  const shareOf = ({ shares }: ModelFee, partner: number) => shares[`partner:${partner}:earned`] ?? 0n

  /** Which fees the money covers, with what codes have forgiven of each. */
  const findCollected = (forgiven: readonly bigint[]) => {
    const leftOf = new Map<number, bigint>()
    return fees.filter((fee, index) => {
      if (!fee.stands) return false
      if (fee.isDeducted) return true
      const left = (leftOf.get(fee.merchant) ?? of(`~arrived:${fee.merchant}`)) - fee.feeSats + (forgiven[index] ?? 0n)
      leftOf.set(fee.merchant, left)
      return left >= 0n
    })
  }
  const readForgiven = async () => {
    const { rows } = await sql<{ forgivenSats: bigint; reservedSats: bigint; processed: boolean }>`
      select forgiven_sats, reserved_sats, processed from fee_transactions order by id`.execute(db)
    expect(rows).toHaveLength(fees.length)
    for (const [index, { forgivenSats, reservedSats }] of rows.entries()) {
      const fee = fees[index]
      if (!fee) continue
      // Never the partners' part, and nothing of an undone payment.
      const mostSats = fee.stands && !fee.isDeducted ? fee.feeSats - sumOf(fee.shares) : 0n
      expect(forgivenSats + reservedSats).toBeLessThanOrEqual(mostSats)
    }
    return rows.map(({ forgivenSats }) => forgivenSats)
  }

  return {
    /** Returns a function that undoes it. A fee of zero is not recorded. */
    addFee: (merchant: number, parts: Parts, isDeducted = false): (() => void) => {
      const shares = Object.fromEntries(Object.entries(parts).filter(([account]) => account.endsWith(':earned')))
      const feeSats = sumOf(shares) + (parts['platform:0:revenue'] ?? 0n)
      if (feeSats === 0n) return () => undefined
      const fee = { merchant, feeSats, shares, isDeducted, stands: true }
      fees.push(fee)
      return () => {
        fee.stands = false
      }
    },
    compareCollections: async () => {
      const collected = findCollected(await readForgiven())
      let withdrawableSats = 0n
      for (const { partner, balanceSats, availableSats } of await readPartnerFigures(db)) {
        const collectedSats = collected.reduce((sum, fee) => sum + shareOf(fee, partner.id), 0n)
        const outSats = of(`partner:${partner.id}:payout-hold`) + of(`~withdrawn:${partner.id}`)
        expect(availableSats).toBe(collectedSats - outSats)
        expect(balanceSats).toBe(of(`partner:${partner.id}:earned`))
        if (availableSats > 0n) withdrawableSats += availableSats
      }
      const deductedSats = fees.reduce((sum, fee) => (fee.isDeducted && fee.stands ? sum + fee.feeSats : sum), 0n)
      const partnersPart = collected.reduce((sum, fee) => sum + sumOf(fee.shares), 0n)
      expect(withdrawableSats).toBeLessThanOrEqual(partnersPart)
      expect(partnersPart).toBeLessThanOrEqual(deductedSats + (await readArrived(db)))
    },
    availableOf: async (partner: number) =>
      findCollected(await readForgiven()).reduce((sum, fee) => sum + shareOf(fee, partner), 0n) -
      of(`partner:${partner}:payout-hold`) -
      of(`~withdrawn:${partner}`),
  }
}

/** What reached the platform's wallet by confirmed sweeps, and the network fees that may count at most. */
const readArrived = async (db: Db): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint }>`
    select coalesce(sum(v.payee_sats + case when w.engine_id is null then 0
        else least(v.network_fee_sats, s.network_fee_reserve_sats, s.amount_sats / 10) end), 0)::bigint as sats
    from sends s join send_versions v on v.send_id = s.id and v.txid = s.txid join stores w on w.id = s.store_ref
    where s.kind = 'sweep' and s.status = 'confirmed'`.execute(db)
  return rows[0]?.sats ?? 0n
}
