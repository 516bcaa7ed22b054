import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/** Marks the oldest open fees that this much pays for in full as being swept. What collects them is the confirmation. */
export const takeForSweep = async (tx: Tx, merchantId: number, sendId: number, coveredSats: bigint) => {
  await sql`update fee_transactions f set swept_by = ${sendId} from (
      select f.id, sum(due_sats(f) - f.reserved_sats) over (order by f.id) as through_sats from fee_transactions f
      where f.merchant_id = ${merchantId} and not f.processed and f.swept_by is null and f.reversed_at is null
    ) o where o.id = f.id and o.through_sats <= ${coveredSats}`.execute(tx)
}

export const releaseSwept = async (tx: Tx, sendId: number) => {
  await tx.updateTable('feeTransactions').set({ sweptBy: null }).where('sweptBy', '=', sendId).execute()
}
