import type { AdminMerchant } from '@bitquay/contract/admin-merchants'
import type { Period } from '@bitquay/contract/lists'
import { fromCents } from '@bitquay/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { inPeriod } from '../platform/db/period.ts'
import { toSearchQuery } from '../platform/db/search-query.ts'
import { cutPage, type ListedRows, orderOf, type RowPage, sortedRows, sortingOf } from '../platform/db/sorted-rows.ts'
import { type PartSums, sumParts } from '../platform/db/sum-parts.ts'

type MerchantRow = Omit<AdminMerchant, 'markupFeePercent' | 'createdAt'> & { markupFeePercent: string; createdAt: Date }

export type MerchantFilter = Period & {
  status?: 'active' | 'inactive' | undefined
  search?: string | undefined
}

const sortKeys = {
  date: { by: sql`m.created_at` },
  name: { by: sql`lower(m.store_name) collate "C"` },
  volume: { by: sql`m.total_deposits_usd` },
}
type Field = keyof typeof sortKeys

/** Lists merchants. The page is selected before the joins, so that it costs the same with many merchants. */
export const listMerchants = async (
  db: Db,
  { sort = '-date', ...filter }: MerchantFilter & { sort?: Field | `-${Field}` | undefined },
  { limit, cursor }: RowPage,
) => {
  const sorting = sortingOf(sort, sortKeys)
  const list: ListedRows = {
    table: sql`merchants m`,
    alias: sql`m`,
    id: sql`m.id`,
    scope: sql`true`,
    conditions: conditionsOf(filter),
  }
  const page = sortedRows(list, sorting, { limit: limit + 1, cursor })
  return cutPage(await read(db, page, orderOf(sorting)), limit)
}

const conditionsOf = ({ status, search, ...period }: MerchantFilter): RawBuilder<unknown>[] => {
  const query = toSearchQuery(search)
  return [
    ...(status === undefined ? [] : [sql`m.is_active = ${status === 'active'}`]),
    ...(query === undefined ? [] : [sql`search_words(m.store_name || ' ' || m.email::text) @@ ${query}::tsquery`]),
    ...inPeriod(sql`m.created_at`, period),
  ]
}

export const summarizeMerchants = async (db: Db, { status, ...others }: MerchantFilter) => {
  const { rows } = await sql<PartSums & { volumeUsd: string }>`
    select case when m.is_active then 'active' else 'inactive' end as part, count(*) as count,
      sum(m.total_deposits_usd)::numeric(20, 2) as volume_usd
    from merchants m where ${sql.join([sql`true`, ...conditionsOf(others)], sql` and `)} group by m.is_active
    union all select 'total', count(*), 0 from merchants`.execute(db)
  const { total, filtered, counts, sumCents } = sumParts(rows, ['active', 'inactive'], status)
  return { total, filtered, volumeUsd: fromCents(sumCents(({ volumeUsd }) => volumeUsd)), statuses: counts }
}

export const findMerchant = async (db: Db, id: number): Promise<AdminMerchant | undefined> =>
  (await read(db, sql`select id from merchants where id = ${id}`, sql`m.id`))[0]

const read = async (db: Db, page: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<AdminMerchant[]> => {
  const { rows } = await sql<MerchantRow>`
    select m.id, m.store_name, m.email::text as email, m.is_active, m.total_deposits_usd, m.created_at,
      m.password_hash is null as invited, markup_percent_of(m.id) as markup_fee_percent,
      case when s.status = 'ready' then s.store_id end as btcpay_store_id,
      case when s.status = 'ready' then s.server_url end as btcpay_server_url,
      coalesce(s.status, 'none') as store_state
    from (${page}) found join merchants m on m.id = found.id left join stores s on s.merchant_id = m.id
    order by ${order}`.execute(db)
  return rows.map((row) => ({
    ...row,
    markupFeePercent: Number(row.markupFeePercent),
    createdAt: row.createdAt.toISOString(),
  }))
}
