import { centsOfSats, centsOfUsd8, fromCents, toUsd8 } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { getPartnerFigures } from './queries.figures.ts'

/** A partner's dashboard: their own figures, and the platform's that they share in. */
export const readPartnerDashboard = async (db: Db, partnerId: number) => {
  const { partner, feeBreakdown, maxWithdrawalUsd, priceCents } = await getPartnerFigures(db, partnerId)
  const { rows } = await sql<{ revenueUsd: string; partnersSats: bigint; activePartners: bigint; sharesHeld: string }>`
    select coalesce(sum(amount_usd) filter (where account = 'revenue'), 0) as revenue_usd,
      coalesce(sum(amount_sats) filter (where account = 'earned'), 0)::bigint as partners_sats,
      (select count(*) from partners where is_active) as active_partners,
      (select coalesce(sum(share_percentage), 0) from partners where is_active) as shares_held
    from earning_sums`.execute(db)
  const stats = rows[0]
  if (!stats) throw new Error('no sums')
  return {
    partner,
    feeBreakdown,
    maxWithdrawalUsd,
    platformStats: {
      totalPlatformRevenue: fromCents(centsOfUsd8(toUsd8(stats.revenueUsd))),
      totalPartnerBalances: fromCents(centsOfSats(stats.partnersSats, priceCents)),
      myShare: partner.isActive ? Math.round(partner.sharePercentage * 100) / 10_000 : 0,
      activePartners: Number(stats.activePartners),
      sharesHeld: Number(stats.sharesHeld),
    },
  }
}

export const readPartnerWallet = async (db: Db, partnerId: number) => {
  const { partner, maxWithdrawalUsd, payoutFeeMilliPercent } = await getPartnerFigures(db, partnerId)
  const store = await db.selectFrom('stores').select('status').where('merchantId', 'is', null).executeTakeFirst()
  return {
    configured: store?.status === 'ready',
    btc: partner.currentBalanceBtc,
    usd: partner.currentBalanceUsd,
    uncollectedBtc: partner.uncollectedBtc,
    uncollectedUsd: partner.uncollectedUsd,
    onItsWayBtc: partner.onItsWayBtc,
    onItsWayUsd: partner.onItsWayUsd,
    maxWithdrawalUsd,
    withdrawalFeePercent: Number(payoutFeeMilliPercent) / 1000,
  }
}
