import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { toSearchQuery } from '../platform/db/search-query.ts'

/**
 * Merchants that a partner has earned from, by their name. The index has email addresses too, which partners do not see:
 * the words must be in the name alone.
 */
export const findPartnerMerchants = async (db: Db, partnerId: number, search: string, limit: number) => {
  const words = toSearchQuery(search)
  if (words === undefined) return []
  const { rows } = await sql<{ id: number; storeName: string }>`
    select m.id, m.store_name from merchants m
    where search_words(m.store_name || ' ' || m.email::text) @@ ${words}::tsquery
      and search_words(m.store_name) @@ ${words}::tsquery
      and exists (
        select from partner_shares s where s.partner_id = ${partnerId} and s.merchant_id = m.id and not s.reversed)
    order by lower(m.store_name), m.id limit ${limit}`.execute(db)
  return rows
}
