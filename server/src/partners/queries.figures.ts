import { firstPriceUsd } from '@bitquay/contract/balances'
import { centsOfSats, centsOfUsd8, fromCents, fromSats, toCents, toUsd8 } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { scheduleAt } from '../fees/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

type Row = {
  id: number
  name: string
  email: string
  sharePercentage: string
  isActive: boolean
  twoFactorEnabled: boolean
  invited: boolean
  createdAt: Date
  balanceSats: bigint
  collectedSats: bigint
  uncollectedUsd: string
  heldSats: bigint
  earnedSats: bigint
  earnedUsd: string
  withdrawnSats: bigint
  withdrawnUsd: string
  withdrawals: bigint
  depositUsd: string
  deposits: bigint
  withdrawalUsd: string
  withdrawalFees: bigint
  lightningUsd: string
  lightnings: bigint
  depositRate: string
  withdrawalRate: string
  payoutFeePercent: string
  price: string | null
}

export type PartnerFigures = ReturnType<typeof toFigures>

/**
 * The figures of one partner or of all, summed up from the ledger as of now. It is one statement, so that a concurrent
 * payment cannot be in the balance and missing from what is still to be collected.
 */
export const readPartnerFigures = async (db: Db | Tx, partnerId?: number): Promise<PartnerFigures[]> => {
  const { rows } = await sql<Row>`
    select p.id, p.name, p.email, p.share_percentage, p.is_active, p.two_factor_enabled, p.created_at,
      p.password_hash is null as invited, f.*, round(coalesce(w.uncollected_usd8, 0) / 100000000, 8) as uncollected_usd,
      partner_rate_at(p.id, 'deposit', app_now(), app_now()) as deposit_rate,
      partner_rate_at(p.id, 'withdrawal', app_now(), app_now()) as withdrawal_rate,
      s.partner_withdrawal_fee_percent as payout_fee_percent,
      (select price from prices where currency = 'USD' order by at desc limit 1) as price
    from partners p join partner_figures f on f.partner_id = p.id
      cross join lateral (
      ${scheduleAt()}
    ) s
      -- Open fees are few.
      left join (
        select s.partner_id, sum(s.share_usd8) as uncollected_usd8
        from fee_transactions o join partner_shares s on s.fee_id = o.id
        where not o.processed and o.reversed_at is null group by s.partner_id
      ) w on w.partner_id = p.id
    ${partnerId === undefined ? sql`` : sql`where p.id = ${partnerId}`}
    order by p.id`.execute(db)
  return rows.map(toFigures)
}

export const getPartnerFigures = async (db: Db | Tx, partnerId: number): Promise<PartnerFigures> => {
  const [figures] = await readPartnerFigures(db, partnerId)
  if (!figures) throw new Error(`partner ${partnerId} does not exist`)
  return figures
}

const toFigures = (row: Row) => {
  const priceCents = toCents(row.price ?? firstPriceUsd)
  const usd = (sats: bigint) => fromCents(centsOfSats(sats, priceCents))
  const recorded = (usd8: string) => fromCents(centsOfUsd8(toUsd8(usd8)))
  const payoutFeeMilliPercent = toMilli(row.payoutFeePercent)
  // Shares of collected fees minus what was or is being withdrawn. Below zero where a collected fee was undone later.
  const availableSats = row.collectedSats - row.heldSats - row.withdrawnSats
  const waitingSats = row.balanceSats - availableSats
  const earnedUsd = recorded(row.earnedUsd)
  const uncollectedUsd = recorded(row.uncollectedUsd)
  const collectedCents = toCents(earnedUsd) - toCents(uncollectedUsd)
  const withdrawnUsd = recorded(row.withdrawnUsd)
  // What is available is worth today's price. The rest of the chain is recorded, and the price has changed since.
  const leftCents = collectedCents - toCents(withdrawnUsd) - toCents(usd(row.heldSats))
  const [depositFees, withdrawalFees, lightningFees] = roundParts([row.depositUsd, row.withdrawalUsd, row.lightningUsd])
  return {
    partner: {
      id: row.id,
      name: row.name,
      email: row.email,
      sharePercentage: Number(row.sharePercentage),
      currentBalanceBtc: fromSats(row.balanceSats),
      currentBalanceUsd: usd(row.balanceSats),
      availableBtc: fromSats(availableSats),
      availableUsd: usd(availableSats),
      uncollectedBtc: fromSats(waitingSats),
      uncollectedUsd,
      collectedUsd: fromCents(collectedCents),
      priceChangeUsd: fromCents(toCents(usd(availableSats)) - leftCents),
      totalEarnedBtc: fromSats(row.earnedSats),
      totalEarnedUsd: earnedUsd,
      totalWithdrawnBtc: fromSats(row.withdrawnSats),
      totalWithdrawnUsd: withdrawnUsd,
      lightningEarnedUsd: lightningFees,
      onItsWayBtc: fromSats(row.heldSats),
      onItsWayUsd: usd(row.heldSats),
      withdrawals: Number(row.withdrawals),
      isActive: row.isActive,
      createdAt: row.createdAt.toISOString(),
    },
    account: { invited: row.invited, twoFactorEnabled: row.twoFactorEnabled },
    feeBreakdown: {
      depositFees,
      depositFeeRate: Number(row.depositRate),
      depositCount: Number(row.deposits),
      withdrawalFees,
      withdrawalFeeRate: Number(row.withdrawalRate),
      withdrawalCount: Number(row.withdrawalFees),
      lightningFees,
      lightningFeeRate: Number(row.depositRate),
      lightningCount: Number(row.lightnings),
      totalBalance: usd(row.balanceSats),
    },
    balanceSats: row.balanceSats,
    availableSats,
    priceCents,
    payoutFeeMilliPercent,
    maxWithdrawalUsd: usd(largestPayoutSats(availableSats, payoutFeeMilliPercent)),
  }
}

/** Rounds dollars with 8 decimals to cents so that the parts add up to the rounded whole. */
export const roundParts = <const Parts extends readonly string[]>(parts: Parts) => {
  let [sum, shown] = [0n, 0n]
  return parts.map((part) => {
    sum += toUsd8(part)
    const cents = centsOfUsd8(sum) - shown
    shown += cents
    return fromCents(cents)
  }) as { [Place in keyof Parts]: string }
}

/** The largest payout that a balance covers when the fee is added on top. */
export const largestPayoutSats = (balanceSats: bigint, feeMilliPercent: bigint): bigint =>
  balanceSats <= 0n ? 0n : (balanceSats * 100_000n) / (100_000n + feeMilliPercent)

const toMilli = (percent: string) => {
  const [whole = '0', fraction = ''] = percent.split('.')
  return BigInt(whole + fraction.padEnd(3, '0').slice(0, 3))
}

/** A partner's dashboard: their own figures, and the platform's figures that they share in. */
export const readPartnerDashboard = async (db: Db, partnerId: number) => {
  const { partner, feeBreakdown, maxWithdrawalUsd, priceCents } = await getPartnerFigures(db, partnerId)
  const { rows } = await sql<{ revenueUsd: string; partnersSats: bigint; activePartners: bigint; sharesHeld: string }>`
    select coalesce(sum(amount_usd) filter (where account = 'revenue'), 0)
        - (select coalesce(sum(amount_usd), 0) from forgiven_fees) as revenue_usd,
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

/** The four cards above the list of partners. */
export const readPartnerMetrics = async (db: Db) => {
  const { rows } = await sql<{
    total: bigint
    active: bigint
    shares: string
    balanceSats: bigint
    earnedUsd: string
    withdrawnUsd: string
    price: string | null
  }>`
    select count(*) as total, count(*) filter (where p.is_active) as active,
      coalesce(sum(p.share_percentage) filter (where p.is_active), 0) as shares,
      coalesce(sum(f.balance_sats), 0)::bigint as balance_sats, coalesce(sum(f.earned_usd), 0.00000000) as earned_usd,
      coalesce(sum(f.withdrawn_usd), 0.00000000) as withdrawn_usd,
      (select price from prices where currency = 'USD' order by at desc limit 1) as price
    from partners p join partner_figures f on f.partner_id = p.id`.execute(db)
  const sums = rows[0]
  if (!sums) throw new Error('no sums')
  return {
    totalPartners: Number(sums.total),
    activePartners: Number(sums.active),
    activeShares: Number(sums.shares),
    totalBalances: fromCents(centsOfSats(sums.balanceSats, toCents(sums.price ?? firstPriceUsd))),
    totalEarnings: fromCents(centsOfUsd8(toUsd8(sums.earnedUsd))),
    totalWithdrawals: fromCents(centsOfUsd8(toUsd8(sums.withdrawnUsd))),
  }
}

/** When a partner last earned something that was not undone. */
export const findLastEarning = async (db: Db, partnerId: number): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: Date }>`
    select t.posted_at as at
    from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      join fee_transactions f on f.transfer_id = e.transfer_id and f.reversed_at is null
    where e.account_id = (select id from ledger_accounts where owner_kind = 'partner' and owner_id = ${partnerId} and kind = 'earned')
    order by e.transfer_id desc limit 1`.execute(db)
  return rows[0]?.at
}
