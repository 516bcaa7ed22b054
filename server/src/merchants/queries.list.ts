import { firstPriceUsd } from '@bitquay/contract/balances'
import { type AdminMerchant, recentDays } from '@bitquay/contract/merchants.admin'
import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { hasWords } from '../platform/db/search-query.ts'
import { readDailyVolumes } from '../transactions/index.ts'
import { readAttention } from './queries.attention.ts'

type Times = 'closingSince' | 'closedAt' | 'erasedAt' | 'lastActiveAt'
type Derived = 'markupFeePercent' | 'recentVolume' | 'balance' | 'feesOwed' | 'attention' | 'createdAt' | Times
type MerchantRow = Omit<AdminMerchant, Derived> &
  Record<Times, Date | null> & {
    markupFeePercent: string
    balanceSats: bigint
    feesOwedSats: bigint
    createdAt: Date
    price: string | null
  }

export const findMerchantWords = (search: string | undefined) =>
  hasWords(sql`m.store_name || ' ' || m.email::text`, search)

export const findMerchant = async (db: Db, id: number): Promise<AdminMerchant | undefined> =>
  (await readMerchants(db, sql`select id from merchants where id = ${id}`, sql`m.id`))[0]

export const readMerchants = async (
  db: Db,
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<AdminMerchant[]> => {
  const { rows } = await sql<MerchantRow>`
    select m.id, m.store_name, m.email::text as email, m.is_active, m.closing_since, m.closed_at, m.erased_at,
      m.total_deposits_usd, m.created_at,
      m.password_hash is null and m.erased_at is null as invited, markup_percent_of(m.id) as markup_fee_percent,
      case when s.status = 'ready' then s.store_id end as btcpay_store_id,
      case when s.status = 'ready' then s.server_url end as btcpay_server_url,
      coalesce(s.status, 'none') as store_state, coalesce(s.balance_sats, 0) as balance_sats,
      coalesce((select b.balance_sats from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.owner_kind = 'merchant' and a.owner_id = m.id and a.kind = 'fees-owed'), 0) as fees_owed_sats,
      greatest(
        (select max(t.seen_at) from transactions t where t.merchant_id = m.id),
        (select max(l.at) from act_log l
          where l.merchant_id = m.id and l.actor_kind in ('merchant', 'merchant-user', 'api-key'))) as last_active_at,
      (select price from prices where currency = 'USD' order by at desc limit 1) as price
    from (${page}) found join merchants m on m.id = found.id left join stores s on s.merchant_id = m.id and s.standing = 'current'
    order by ${order}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const [volumes, attention] = await Promise.all([readDailyVolumes(db, ids, recentDays), readAttention(db, ids)])
  return rows.map((row) => present(row, volumes.get(row.id) ?? quietDays, attention.get(row.id) ?? []))
}

const quietDays: readonly bigint[] = Array.from({ length: recentDays }, () => 0n)

const present = (
  { balanceSats, feesOwedSats, price, markupFeePercent, ...row }: MerchantRow,
  volumeCents: readonly bigint[],
  attention: AdminMerchant['attention'],
): AdminMerchant => {
  const priceCents = toCents(price ?? firstPriceUsd)
  const toMoney = (sats: bigint) => ({ btc: fromSats(sats), usd: fromCents(centsOfSats(sats, priceCents)) })
  return {
    ...row,
    markupFeePercent: Number(markupFeePercent),
    recentVolume: {
      usd: fromCents(volumeCents.reduce((sum, cents) => sum + cents, 0n)),
      days: volumeCents.map(fromCents),
    },
    balance: toMoney(balanceSats),
    feesOwed: toMoney(feesOwedSats),
    closingSince: row.closingSince?.toISOString() ?? null,
    erasedAt: row.erasedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    lastActiveAt: row.lastActiveAt?.toISOString() ?? null,
    attention,
    createdAt: row.createdAt.toISOString(),
  }
}
