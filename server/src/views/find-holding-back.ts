import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

/** Merchants whose fees hold a partner's earnings back until they are collected, those with the most first. */
export const findHoldingBack = async (db: Db, partnerId: number, most: number) => {
  const { rows } = await sql<{ merchantId: number; isBeingCollected: boolean }>`
    select merchant_id, bool_or(swept_by is not null) as is_being_collected
    from uncollected_earnings where partner_id = ${partnerId}
    group by merchant_id order by sum(amount_sats) desc limit ${most}`.execute(db)
  return rows
}
