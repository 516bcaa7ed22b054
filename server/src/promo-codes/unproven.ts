import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

export type UnprovenRedemption = { sendId: number; storeRef: number; txid: string; address: string; amountSats: bigint }

const signingLimit = '24 hours'

/** Codes that are still reserved although their withdrawal has confirmed, by the word of the merchant's own server. */
export const findUnproven = async (db: Db, most: number): Promise<UnprovenRedemption[]> => {
  const { rows } = await sql<UnprovenRedemption>`
    select s.id as send_id, s.store_ref, s.txid, s.address, s.amount_sats
    from promo_redemptions r join sends s on s.id = r.send_id
    where r.given_back_at is null and r.confirmed_at is null and r.proof_due_at <= app_now() and s.status = 'confirmed'
    order by r.proof_due_at limit ${most}`.execute(db)
  return rows
}

/** Looks again later, at most an hour. */
export const postponeProof = async (db: Db, sendId: number) => {
  await sql`
    update promo_redemptions set proof_attempts = proof_attempts + 1,
      proof_due_at = app_now() + make_interval(secs => least(3600, 30 * 2 ^ least(proof_attempts, 7)))
    where send_id = ${sendId}`.execute(db)
}

/** Withdrawals with a code that were requested a day ago and have no signature. While all are paused, none counts. */
export const findNeverSigned = async (db: Db, most: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select s.id from promo_redemptions r join sends s on s.id = r.send_id
    where r.given_back_at is null and r.confirmed_at is null and s.status = 'requested'
      and s.requested_at < app_now() - ${sql.lit(signingLimit)}::interval
      and not coalesce((select withdrawals_paused from platform limit 1), false)
    order by s.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
