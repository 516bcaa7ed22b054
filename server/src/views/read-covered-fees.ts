import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/**
 * How much of what a merchant's sweeps bring, one that was just asked for included, is not yet for any fee: a wallet that
 * had too little pays a part of what is owed. Fees that were forgiven count as taken, so that nobody's share is ever paid
 * for by what the platform gave away; it is below zero then, until all that is owed is collected at once.
 */
export const readCoveredFees = async (tx: Tx, merchantId: number): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint }>`
    select (coalesce((select sum(amount_sats) from sends
        where merchant_id = ${merchantId} and kind = 'sweep' and status not in ('failed', 'cancelled')), 0)
      - coalesce((select sum(fee_btc * 100000000) from fee_transactions
        where merchant_id = ${merchantId} and swept_by is not null and reversed_at is null), 0))::bigint as sats`.execute(
    tx,
  )
  return rows[0]?.sats ?? 0n
}
