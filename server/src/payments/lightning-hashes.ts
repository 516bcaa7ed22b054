import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

/** Whose node issued these payment hashes of a merchant's; those that were never recorded are missing. */
export const findIssuers = async (
  db: Db,
  merchantId: number,
  hashes: readonly string[],
): Promise<Map<string, 'shared' | 'own'>> => {
  if (hashes.length === 0) return new Map()
  const { rows } = await sql<{ hash: string; node: 'shared' | 'own' }>`
    select destination as hash, node from invoice_destinations
    where kind = 'payment-hash' and destination = any(${[...hashes]}::text[]) and merchant_id = ${merchantId}`.execute(
    db,
  )
  return new Map(rows.map(({ hash, node }) => [hash, node]))
}

/**
 * Which of these payment hashes on the platform's node a merchant has no booking for yet, and whether one of them is not
 * the merchant's: issued for somebody else or for a loop-out, or named by a server of the merchant's own. What other
 * merchants' own servers claim under the same hash does not matter.
 */
export const findUnbookedHashes = async (
  db: Db,
  merchantId: number,
  hashes: readonly string[],
): Promise<{ unbooked: Set<string>; isOthers: boolean }> => {
  const { rows } = await sql<{ hash: string; booked: boolean; others: boolean }>`
    select h as hash,
      exists (select from transactions t where t.merchant_id = ${merchantId} and t.type = 'incoming' and t.engine_key = h and t.booked) as booked,
      exists (select from node_payments n where n.payment_hash = h)
        or exists (select from loop_out_invoices l where l.payment_hash = h)
        or exists (select from invoice_destinations d where d.kind = 'payment-hash' and d.destination = h
          and ((d.merchant_id <> ${merchantId} and d.node = 'shared') or (d.merchant_id = ${merchantId} and d.node = 'own'))) as others
    from unnest(${[...hashes]}::text[]) h`.execute(db)
  return {
    unbooked: new Set(rows.flatMap(({ hash, booked }) => (booked ? [] : [hash]))),
    isOthers: rows.some(({ booked, others }) => others && !booked),
  }
}
