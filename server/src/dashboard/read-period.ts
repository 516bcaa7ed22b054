import type { Output } from '@bitquay/contract/call'
import type { getDashboardPeriod } from '@bitquay/contract/dashboard'
import { centsOfUsd8, fromCents, toCents, toUsd8 } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { readPlatformWallet } from '../operations/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { readRevenue } from '../revenue/index.ts'
import { readDailyVolumes, summarize } from '../transactions/index.ts'
import { readWalletBalance } from './queries.ts'

type Figures = Output<typeof getDashboardPeriod>
type Days = { from: string; to: string }

const topLength = 5
const trendDays = 14

/** Volume and payouts are the totals that the list of transactions shows for the same days. */
export const readPeriod = async (db: Db, days: Days): Promise<Figures> => {
  const revenue = await readRevenue(db, { range: '30D', ...days })
  const previous = { from: revenue.previous.firstDay, to: revenue.previous.lastDay }
  const top = revenue.byMerchant.filter((row) => toCents(row.revenue.usd) > 0n).slice(0, topLength)
  const [now, before, merchants, trends, volumes, wallet, stores] = await Promise.all([
    readTotals(db, days),
    readTotals(db, previous),
    countMerchants(db, days, previous),
    readDailyVolumes(
      db,
      top.map(({ merchantId }) => merchantId),
      trendDays,
    ),
    Promise.all(top.map(({ merchantId }) => readTotals(db, days, merchantId))),
    readPlatformWallet(db),
    readWalletBalance(db),
  ])
  const usd = wallet.toUsd
  return {
    now: { ...now, newMerchants: merchants.joined },
    before: { ...before, newMerchants: merchants.joinedBefore },
    activeMerchants: merchants.active,
    topMerchants: top.map((row, place) => ({
      id: row.merchantId,
      storeName: row.storeName,
      volumeUsd: volumes[place]?.volumeUsd ?? '0.00',
      revenueUsd: row.revenue.usd,
      previousUsd: row.previousUsd,
      recentDaysUsd: (trends.get(row.merchantId) ?? Array.from({ length: trendDays }, () => 0n)).map(fromCents),
    })),
    wallets: {
      storesUsd: stores.usd,
      platformUsd: usd(wallet.balanceSats),
      owedToPartnersUsd: usd(wallet.owedSats),
      owedForLoopOutsUsd: usd(wallet.payableSats),
      freeUsd: wallet.freeUsd,
      syncedAt: wallet.syncedAt?.toISOString() ?? null,
    },
  }
}

const readTotals = async (db: Db, days: Days, merchantId?: number) => {
  const { payments, sent } = await summarize(db, { merchantId }, { ...days, tz: 'UTC' })
  return {
    volumeUsd: payments.grossUsd,
    payoutsUsd: fromCents(-centsOfUsd8(toUsd8(sent.grossUsd))),
  }
}

const countMerchants = async (db: Db, now: Days, before: Days) => {
  const joinedIn = ({ from, to }: Days) => sql`(count(*) filter (where (created_at at time zone 'UTC')::date
    between ${from}::date and ${to}::date))::int`
  const { rows } = await sql<{ active: number; joined: number; joinedBefore: number }>`
    select (count(*) filter (where is_active))::int as active, ${joinedIn(now)} as joined, ${joinedIn(before)} as joined_before
    from merchants where closed_at is null`.execute(db)
  return rows[0] ?? { active: 0, joined: 0, joinedBefore: 0 }
}
