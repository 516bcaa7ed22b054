import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/** Whether something of this merchant may change soon: an invoice that can be paid, a payment that is not deep yet. */
export const hasOpenWork = async (tx: Tx, merchantId: number): Promise<boolean> => {
  const { rows } = await sql`
    (select from transactions where merchant_id = ${merchantId} and not final and confirmations < 6 and status <> 'failed' limit 1)
    union all
    (select from sends x join stores s on s.id = x.store_ref
      where s.merchant_id = ${merchantId} and x.final_at is null and x.confirmations < 6 limit 1)
    union all
    (select from invoices where merchant_id = ${merchantId} and check_due_at is not null and status in ('new', 'processing') limit 1)
  `.execute(tx)
  return rows.length > 0
}

/** Whether something leaves this wallet that is not deep in the chain yet. */
export const hasOpenSends = async (tx: Tx, storeRef: number): Promise<boolean> => {
  const { rows } = await sql`
    select from sends where (store_ref = ${storeRef} or kind = 'sweep') and final_at is null and confirmations < 6 limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
