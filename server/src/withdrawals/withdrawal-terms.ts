import { centsOfSats, fromCents, satsForCents, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

export type WithdrawalTerms = {
  priceCents: bigint
  customerCents: bigint
  amountSats: bigint
  /** The fee on the withdrawal, 0 by the default schedule, and how much of it is the partners'. */
  feeSats: bigint
  partnerFeeSats: bigint
  activePartners: number
}

/** What a withdrawal costs by the schedule in force. The fee is split between platform and pool as deposits are. */
export const computeWithdrawalTerms = async (
  db: Db,
  customerAmount: string,
  priceCents: bigint,
): Promise<WithdrawalTerms> => {
  const { rows } = await sql<{ fee: string; platform: string; pool: string; partners: bigint }>`
    select trunc(withdrawal_fee_percent * 1000)::text as fee, trunc(platform_fee_percent * 1000)::text as platform,
      trunc(partner_pool_percent * 1000)::text as pool, (select count(*) from partners where is_active) as partners
    from standing_fee_schedules where effective_from <= app_now() order by effective_from desc limit 1`.execute(db)
  const schedule = rows[0]
  if (!schedule) throw new Error('there is no fee schedule')
  const customerCents = toCents(customerAmount)
  const amountSats = satsForCents(customerCents, priceCents)
  const feeSats = (amountSats * BigInt(schedule.fee)) / 100_000n
  const [platform, pool] = [BigInt(schedule.platform), BigInt(schedule.pool)]
  const partnerFeeSats = platform + pool === 0n ? 0n : (feeSats * pool) / (platform + pool)
  return { priceCents, customerCents, amountSats, feeSats, partnerFeeSats, activePartners: Number(schedule.partners) }
}

/** The spec's figures of a withdrawal's fee, in dollars. */
export const presentFees = (terms: {
  customerCents: bigint
  feeSats: bigint
  partnerFeeSats: bigint
  priceCents: bigint
  activePartners: number
}) => {
  const totalCents = centsOfSats(terms.feeSats, terms.priceCents)
  const partnerCents = centsOfSats(terms.partnerFeeSats, terms.priceCents)
  const perPartnerCents = terms.activePartners === 0 ? 0n : partnerCents / BigInt(terms.activePartners)
  return {
    customerAmount: fromCents(terms.customerCents),
    totalFee: fromCents(totalCents),
    partnerShare: fromCents(partnerCents),
    merchantShare: fromCents(totalCents - partnerCents),
    partnerSharePerPartner: fromCents(perPartnerCents),
    netAmountToSend: fromCents(terms.customerCents),
  }
}
