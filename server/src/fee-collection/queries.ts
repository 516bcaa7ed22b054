import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/**
 * How much of a merchant's money is for no fee yet: its credit and its sweeps on their way, one that was just requested
 * included, less the fees that those sweeps are taking along.
 */
export const readCoveredFees = async (tx: Tx, merchantId: number): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint }>`
    select (coalesce((select collected_sats - assigned_sats from fee_collections where merchant_id = ${merchantId}), 0)
      + coalesce((select sum(amount_sats) from sends
        where merchant_id = ${merchantId} and kind = 'sweep' and status in ('requested', 'signed', 'broadcast')), 0)
      - coalesce((select sum(due_sats(f) - f.reserved_sats) from fee_transactions f
        where f.merchant_id = ${merchantId} and not f.processed and f.swept_by is not null and f.reversed_at is null), 0)
      )::bigint as sats`.execute(tx)
  return rows[0]?.sats ?? 0n
}
