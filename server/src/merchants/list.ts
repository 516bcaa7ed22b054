import { type AdminMerchant, type MerchantStatus, merchantList } from '@bitquay/contract/merchants.admin'
import { type RawBuilder, sql } from 'kysely'
import { serveList } from '../platform/lists/serve-list.ts'
import { findMerchantWords, readMerchants } from './queries.list.ts'

const statusConditions: Record<MerchantStatus, RawBuilder<boolean>> = {
  active: sql`m.is_active`,
  inactive: sql`not m.is_active`,
  // The key is saved when the store is ready.
  'setting-up': sql`m.is_active and m.btcpay_api_key is null`,
  attention: sql`m.id in (select a.merchant_id from merchant_attention a)`,
}

const statusOf = ({ erasedAt, closedAt, closingSince, isActive }: AdminMerchant) => {
  if (erasedAt !== null) return 'Erased'
  if (closedAt !== null) return 'Closed'
  if (closingSince !== null) return 'Closing'
  return isActive ? 'Active' : 'Inactive'
}

type Summary = Record<'total' | 'filtered' | 'active' | 'inactive' | 'settingUp' | 'attention', bigint> & {
  volumeUsd: string
}

/** The page is selected before the joins, so that it costs the same with many merchants. */
export const merchants = serveList(merchantList, {
  table: sql`merchants m`,
  alias: 'm',
  scope: () => sql`true`,
  at: sql`m.created_at`,
  filters: { status: (status) => statusConditions[status] },
  ways: (search) => {
    const condition = findMerchantWords(search)
    return condition && [{ condition }]
  },
  sorts: {
    date: { by: sql`m.created_at` },
    name: { by: sql`lower(m.store_name) collate "C"` },
    volume: { by: sql`m.total_deposits_usd` },
  },
  read: readMerchants,
  show: (merchant) => merchant,
  file: {
    Status: statusOf,
    'Volume of 30 days (USD)': ({ recentVolume }) => recentVolume.usd,
    'Balance (USD)': ({ balance }) => balance.usd,
    'Balance (BTC)': ({ balance }) => balance.btc,
    'Fees owed (USD)': ({ feesOwed }) => feesOwed.usd,
    'Fees owed (BTC)': ({ feesOwed }) => feesOwed.btc,
    Attention: ({ attention }) => attention.map(({ reason }) => reason).join(' '),
  },
  summarize: async (db, _everyone, { status, ...others }, { where }) => {
    const isChosen = status === undefined ? sql`true` : statusConditions[status]
    const countOf = (each: MerchantStatus) => sql`count(*) filter (where ${statusConditions[each]})`
    const { rows } = await sql<Summary>`
      select (select count(*) from merchants) as total, count(*) filter (where ${isChosen}) as filtered,
        coalesce(sum(m.total_deposits_usd) filter (where ${isChosen}), 0)::numeric(20, 2) as volume_usd,
        ${countOf('active')} as active, ${countOf('inactive')} as inactive, ${countOf('setting-up')} as setting_up,
        ${countOf('attention')} as attention
      from merchants m where ${where(others)}`.execute(db)
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
  },
})
