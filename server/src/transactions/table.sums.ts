import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/** Now if there are changes to add. */
export const sumsDueAt = sql`(select app_now() from transaction_sum_changes order by id limit 1)`

/** Adds recorded changes to the sums. Returns how many: none while another server does it. */
export const addSumChanges = async (tx: Tx, most: number): Promise<number> => {
  const { rows } = await sql<{ added: bigint }>`select add_transaction_sum_changes(${most}) as added`.execute(tx)
  return Number(rows[0]?.added ?? 0n)
}
