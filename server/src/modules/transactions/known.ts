import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/transaction.ts'

/** Whether all of these were seen and are too deep to change: then nothing older can be new. */
export const areFinal = async (db: Db, merchantId: number, page: readonly { txid: string }[]): Promise<boolean> => {
  const txids = [...new Set(page.map(({ txid }) => txid))]
  const { rows } = await sql<{ count: bigint }>`
    select count(distinct txid) as count from transactions
    where merchant_id = ${merchantId} and txid = any(${txids}::text[]) and final`.execute(db)
  return rows[0]?.count === BigInt(txids.length)
}

/** Whether something of this merchant may still change soon. */
export const hasOpenTransactions = async (tx: Tx, merchantId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from transactions where merchant_id = ${merchantId} and not final and confirmations < 6 and status <> 'failed'
    union all
    select from invoices where merchant_id = ${merchantId} and check_due_at is not null and status in ('new', 'processing')
    limit 1`.execute(tx)
  return rows.length > 0
}
