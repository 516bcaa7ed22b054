import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

/** What promo codes are going to forgive of a merchant's fees, once their withdrawals confirm. */
export const readReservedFees = async (db: Db, merchantId: number): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint }>`
    select coalesce(sum(p.amount_sats), 0)::bigint as sats
    from promo_redemptions r join promo_fee_parts p on p.send_id = r.send_id
    where r.merchant_id = ${merchantId} and r.given_back_at is null and r.confirmed_at is null`.execute(db)
  return rows[0]?.sats ?? 0n
}
