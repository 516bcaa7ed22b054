import { type AdminMerchant, type MerchantStatus, recentDays } from '@bitquay/contract/admin-merchants'
import { firstPriceUsd } from '@bitquay/contract/balances'
import type { Period } from '@bitquay/contract/lists'
import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { inPeriod } from '../platform/db/period.ts'
import { hasWords } from '../platform/db/search-query.ts'
import { type ListedRows, type RowPage, readPage, sortingOf } from '../platform/db/sorted-rows.ts'
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

export type MerchantFilter = Period & {
  status?: MerchantStatus | undefined
  search?: string | undefined
}

const sortKeys = {
  date: { by: sql`m.created_at` },
  name: { by: sql`lower(m.store_name) collate "C"` },
  volume: { by: sql`m.total_deposits_usd` },
}
type Field = keyof typeof sortKeys

/** Lists merchants. The page is selected before the joins, so that it costs the same with many merchants. */
export const listMerchants = (
  db: Db,
  { sort = '-date', search, ...filter }: MerchantFilter & { sort?: Field | `-${Field}` | undefined },
  page: RowPage,
) => {
  const searched = findMerchantWords(search)
  const list: ListedRows = {
    table: sql`merchants m`,
    alias: sql`m`,
    id: sql`m.id`,
    scope: sql`true`,
    conditions: conditionsOf(filter),
    ways: searched && [{ condition: searched }],
  }
  return readPage(list, sortingOf(sort, sortKeys), page, (found, order) => read(db, found, order))
}

const conditionsOf = ({ status, search, ...period }: MerchantFilter): RawBuilder<unknown>[] => {
  const searched = findMerchantWords(search)
  return [
    ...(status === undefined ? [] : [statusConditions[status]]),
    ...(searched === undefined ? [] : [searched]),
    ...inPeriod(sql`m.created_at`, period),
  ]
}

export const findMerchantWords = (search: string | undefined) =>
  hasWords(sql`m.store_name || ' ' || m.email::text`, search)

const statusConditions: Record<MerchantStatus, RawBuilder<boolean>> = {
  active: sql`m.is_active`,
  inactive: sql`not m.is_active`,
  // The key is saved when the store is ready.
  'setting-up': sql`m.is_active and m.btcpay_api_key is null`,
  attention: sql`m.id in (select a.merchant_id from merchant_attention a)`,
}

type Summary = Record<'total' | 'filtered' | 'active' | 'inactive' | 'settingUp' | 'attention', bigint> & {
  volumeUsd: string
}

export const summarizeMerchants = async (db: Db, { status, ...others }: MerchantFilter) => {
  const isChosen = status === undefined ? sql`true` : statusConditions[status]
  const countOf = (each: MerchantStatus) => sql`count(*) filter (where ${statusConditions[each]})`
  const { rows } = await sql<Summary>`
    select (select count(*) from merchants) as total, count(*) filter (where ${isChosen}) as filtered,
      coalesce(sum(m.total_deposits_usd) filter (where ${isChosen}), 0)::numeric(20, 2) as volume_usd,
      ${countOf('active')} as active, ${countOf('inactive')} as inactive, ${countOf('setting-up')} as setting_up,
      ${countOf('attention')} as attention
    from merchants m where ${sql.join([sql`true`, ...conditionsOf(others)], sql` and `)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no summary')
  return {
    total: Number(row.total),
    filtered: Number(row.filtered),
    volumeUsd: row.volumeUsd,
    statuses: {
      active: Number(row.active),
      inactive: Number(row.inactive),
      'setting-up': Number(row.settingUp),
      attention: Number(row.attention),
    },
  }
}

export const findMerchant = async (db: Db, id: number): Promise<AdminMerchant | undefined> =>
  (await read(db, sql`select id from merchants where id = ${id}`, sql`m.id`))[0]

const read = async (db: Db, page: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<AdminMerchant[]> => {
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
