import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** Fees that a sweep takes along: all that are on record and not collected, or the oldest that so much pays for in full. */
export const takeForSweep = async (tx: Tx, merchantId: number, sendId: number, coveredSats: bigint | 'all') => {
  await sql`update fee_transactions f set swept_by = ${sendId} from (
      select id, sum(fee_btc * 100000000) over (order by id) as through_sats from fee_transactions
      where merchant_id = ${merchantId} and not processed and swept_by is null and reversed_at is null
    ) o where o.id = f.id ${coveredSats === 'all' ? sql`` : sql`and o.through_sats <= ${coveredSats}`}`.execute(tx)
}

export const markCollected = async (tx: Tx, sendId: number, processed: boolean) => {
  await tx.updateTable('feeTransactions').set({ processed }).where('sweptBy', '=', sendId).execute()
}

export const releaseSwept = async (tx: Tx, sendId: number) => {
  await tx
    .updateTable('feeTransactions')
    .set({ sweptBy: null, processed: false })
    .where('sweptBy', '=', sendId)
    .execute()
}
