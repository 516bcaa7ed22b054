import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

/** Which of these payment hashes of a merchant's are not booked yet, and whether one of them was another merchant's payment. */
export const findUnbookedHashes = async (
  db: Db,
  merchantId: number,
  hashes: readonly string[],
): Promise<{ unbooked: Set<string>; isOthers: boolean }> => {
  const { rows } = await sql<{ hash: string; booked: boolean; others: boolean }>`
    select h as hash,
      exists (select from transactions t where t.merchant_id = ${merchantId} and t.type = 'incoming' and t.engine_key = h and t.booked) as booked,
      exists (select from transactions t where t.txid = h and t.merchant_id <> ${merchantId} and t.method = 'lightning') as others
    from unnest(${[...hashes]}::text[]) h`.execute(db)
  return {
    unbooked: new Set(rows.flatMap(({ hash, booked }) => (booked ? [] : [hash]))),
    isOthers: rows.some(({ booked, others }) => others && !booked),
  }
}
