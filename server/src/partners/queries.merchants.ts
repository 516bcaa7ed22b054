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

/** Finds partners by the start of words in their names and addresses. There are few. */
export const findPartners = async (db: Db, search: string, limit: number) => {
  const words = toSearchQuery(search)
  if (words === undefined) return []
  const { rows } = await sql<{ id: number; name: string; email: string; sharePercentage: string; isActive: boolean }>`
    select p.id, p.name, p.email::text as email, p.share_percentage, p.is_active from partners p
    where search_words(p.name || ' ' || p.email::text) @@ ${words}::tsquery and p.erased_at is null
    order by lower(p.name), p.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, sharePercentage: Number(row.sharePercentage) }))
}
