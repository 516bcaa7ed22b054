import { firstPriceUsd } from '@bitquay/contract/balances'
import { centsOfSats, centsOfUsd8, fromCents, toCents, toUsd8 } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

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

/** When a partner last earned something that still stands. */
export const findLastEarning = async (db: Db, partnerId: number): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: Date }>`
    select t.posted_at as at
    from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      join fee_transactions f on f.transfer_id = e.transfer_id and f.reversed_at is null
    where e.account_id = (select id from ledger_accounts where owner_kind = 'partner' and owner_id = ${partnerId} and kind = 'earned')
    order by e.transfer_id desc limit 1`.execute(db)
  return rows[0]?.at
}
