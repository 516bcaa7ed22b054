import type { AdminMerchant } from '@bitquay/contract/admin-merchants'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { toSearchQuery } from '../platform/db/search-query.ts'

type Row = Omit<AdminMerchant, 'markupFeePercent' | 'createdAt'> & { markupFeePercent: string; createdAt: Date }

type Filter = {
  limit: number
  cursor: string | undefined
  status: 'active' | 'inactive' | undefined
  search: string | undefined
}

/** Merchants, newest first. A page is found before anything is joined to it, so that it costs the same among many. */
export const listMerchants = async (db: Db, { limit, cursor, status, search }: Filter) => {
  const query = toSearchQuery(search)
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (cursor !== undefined) conditions.push(sql`m.id < ${Number(cursor)}`)
  if (status !== undefined) conditions.push(sql`m.is_active = ${status === 'active'}`)
  if (query !== undefined) conditions.push(sql`search_words(m.store_name || ' ' || m.email::text) @@ ${query}::tsquery`)
  const rows = await read(db, sql.join(conditions, sql` and `), limit + 1)
  const page = rows.slice(0, limit)
  return { page, next: rows.length > limit ? String(page.at(-1)?.id) : undefined }
}

export const findMerchant = async (db: Db, id: number): Promise<AdminMerchant | undefined> =>
  (await read(db, sql`m.id = ${id}`, 1))[0]

const read = async (db: Db, where: RawBuilder<unknown>, limit: number): Promise<AdminMerchant[]> => {
  const { rows } = await sql<Row>`
    select m.id, m.store_name, m.email::text as email, m.is_active, m.total_deposits_usd, m.created_at,
      m.password_hash is null as invited, markup_percent_of(m.id) as markup_fee_percent,
      case when s.status = 'ready' then s.store_id end as btcpay_store_id,
      case when s.status = 'ready' then s.server_url end as btcpay_server_url,
      coalesce(s.status, 'none') as store_state
    from (select * from merchants m where ${where} order by m.id desc limit ${limit}) m
      left join stores s on s.merchant_id = m.id
    order by m.id desc`.execute(db)
  return rows.map((row) => ({
    ...row,
    markupFeePercent: Number(row.markupFeePercent),
    createdAt: row.createdAt.toISOString(),
  }))
}
