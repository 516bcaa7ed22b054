import { firstPriceUsd } from '@bitquay/contract/balances'
import type { Output } from '@bitquay/contract/call'
import type { getDashboard } from '@bitquay/contract/dashboard'
import { centsOfSats, divideHalfUp, fromCents, fromSats, toCents, toDollars, toUsd8 } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

type Dashboard = Output<typeof getDashboard>

const topLength = 5
const recentLength = 6

/** Reads everything on the admin's first screen. product.md defines each figure. */
export const readDashboard = async (db: Db): Promise<Dashboard> => {
  const [metrics, topMerchants, recentTransactions, operation] = await Promise.all([
    readMetrics(db),
    listTopMerchants(db),
    listRecentTransactions(db, sql`t.purpose in ('invoice', 'withdrawal', 'refund')`, recentLength),
    readOperation(db),
  ])
  return { metrics, topMerchants, recentTransactions, operation }
}

type Metrics = {
  volume: string
  volumeNow: string
  volumeBefore: string
  revenue: string
  revenueNow: string
  revenueBefore: string
  payouts: string
  payoutsNow: string
  payoutsBefore: string
  activeMerchants: bigint
  newMerchants: bigint
}

/** `Now` is the last 30 days, `before` the 30 days before them. */
const readMetrics = async (db: Db): Promise<Dashboard['metrics']> => {
  const { rows } = await sql<Metrics>`
    with span as (select app_now() - interval '30 days' as since, app_now() - interval '60 days' as before),
    paid as (
      select coalesce(sum(amount_usd), 0) as volume,
        coalesce(sum(amount_usd) filter (where seen_at > since), 0) as volume_now,
        coalesce(sum(amount_usd) filter (where seen_at > before and seen_at <= since), 0) as volume_before
      from transactions, span where booked and type = 'incoming' and purpose = 'invoice'
    ),
    sent as (
      select coalesce(sum(amount_usd), 0) as payouts,
        coalesce(sum(amount_usd) filter (where confirmed_at > since), 0) as payouts_now,
        coalesce(sum(amount_usd) filter (where confirmed_at > before and confirmed_at <= since), 0) as payouts_before
      from sends, span where kind = 'withdrawal' and status = 'confirmed'
    )
    select paid.*, sent.*,
      revenue_between(since, app_now()) as revenue_now, revenue_between(before, since) as revenue_before,
      (select coalesce(sum(amount_usd), 0) from earning_sums where account = 'revenue')
        - (select coalesce(sum(amount_usd), 0) from forgiven_fees) as revenue,
      (select count(*) from merchants where is_active) as active_merchants,
      (select count(*) from merchants, span where is_active and created_at > since) as new_merchants
    from paid, sent, span`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('no metrics')
  return {
    totalVolume: row.volume === '0' ? '0.00' : row.volume,
    totalPlatformRevenue: toDollars(row.revenue),
    activeMerchants: Number(row.activeMerchants),
    totalPayouts: row.payouts === '0' ? '0.00' : row.payouts,
    totalWalletBalance: await readWalletBalance(db),
    ...growth('volumeGrowth', row.volumeNow, row.volumeBefore),
    ...growth('revenueGrowth', row.revenueNow, row.revenueBefore),
    ...growth('payoutsGrowth', row.payoutsNow, row.payoutsBefore),
    ...(row.newMerchants > 0n ? { newMerchants: Number(row.newMerchants) } : {}),
  }
}

/** All stores, on-chain plus Lightning, with what is on hold for loop-outs. */
export const readWalletBalance = async (db: Db): Promise<Dashboard['metrics']['totalWalletBalance']> => {
  const { rows } = await sql<{ sats: bigint; price: string | null }>`
    select ((select coalesce(sum(balance_sats), 0) from stores)
        + (select coalesce(sum(b.balance_sats), 0) from ledger_balances b join ledger_accounts a on a.id = b.account_id
          where a.kind in ('lightning', 'loop-out-hold') and a.owner_kind = 'merchant'))::bigint as sats,
      (select price from prices where currency = 'USD' order by at desc limit 1) as price`.execute(db)
  const { sats, price } = rows[0] ?? { sats: 0n, price: null }
  return { btc: fromSats(sats), usd: fromCents(centsOfSats(sats, toCents(price ?? firstPriceUsd))) }
}

/** In percent with one decimal. Left out if there was nothing before. */
const growth = <Name extends string>(name: Name, nowUsd: string, beforeUsd: string): { [N in Name]?: number } => {
  const [now, before] = [toUsd8(nowUsd), toUsd8(beforeUsd)]
  if (before <= 0n) return {}
  return { [name]: Number(divideHalfUp((now - before) * 1000n, before)) / 10 } as { [N in Name]?: number }
}

/** Lists the merchants that earned the platform most, by the platform's own part of their fees. */
const listTopMerchants = async (db: Db): Promise<Dashboard['topMerchants']> => {
  const { rows } = await sql<{ id: number; storeName: string; email: string; revenue: string }>`
    select m.id, m.store_name, m.email, r.revenue from (
      select merchant_id, sum(revenue_usd) as revenue from revenue_by_day
      where merchant_id <> 0 group by merchant_id having sum(revenue_usd) > 0
      order by revenue desc, merchant_id limit ${topLength}
    ) r join merchants m on m.id = r.merchant_id
    order by r.revenue desc, m.id`.execute(db)
  return rows.map((row) => ({ ...row, revenue: toDollars(row.revenue) }))
}

type Recent = {
  id: number
  type: 'incoming' | 'outgoing'
  merchantName: string
  amountUsd: string | null
  status: 'pending' | 'confirmed' | 'failed'
  seenAt: Date
}

/** Lists the latest transactions that match a condition. */
export const listRecentTransactions = async (
  db: Db,
  condition: ReturnType<typeof sql>,
  most: number,
): Promise<Dashboard['recentTransactions']> => {
  const { rows } = await sql<Recent>`
    select t.id, t.type, m.store_name as merchant_name, t.amount_usd, t.status, t.seen_at
    from (select * from transactions t where ${condition} order by t.seen_at desc, t.id desc limit ${most}) t
      join merchants m on m.id = t.merchant_id
    order by t.seen_at desc, t.id desc`.execute(db)
  return rows.map(({ type, seenAt, ...row }) => ({
    ...row,
    type: type === 'incoming' ? ('invoice' as const) : ('payout' as const),
    createdAt: seenAt.toISOString(),
  }))
}

const readOperation = async (db: Db): Promise<Dashboard['operation']> => {
  const { rows } = await sql<{ reachable: boolean; paused: boolean; auditedAt: Date | null; findings: number | null }>`
    select p.withdrawals_paused as paused,
      coalesce((select reachable and checked_at > app_now() - interval '30 seconds' from engine_checks), false) as reachable,
      a.finished_at as audited_at, jsonb_array_length(a.findings) as findings
    from platform p left join lateral (
      select * from audit_runs where finished_at is not null and failure is null order by id desc limit 1
    ) a on true`.execute(db)
  const row = rows[0]
  return {
    engineReachable: row?.reachable ?? false,
    withdrawalsPaused: row?.paused ?? false,
    audit: row?.auditedAt ? { at: row.auditedAt.toISOString(), findings: row.findings ?? 0 } : null,
  }
}
