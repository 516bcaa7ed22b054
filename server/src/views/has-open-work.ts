import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/** Whether something of this merchant may change soon: an invoice that can be paid, a payment that is not deep yet. */
export const hasOpenWork = async (tx: Tx, merchantId: number): Promise<boolean> => {
  const { rows } = await sql`
    (select from transactions where merchant_id = ${merchantId} and not final and confirmations < 6 and status <> 'failed' limit 1)
    union all
    (select from invoices where merchant_id = ${merchantId} and check_due_at is not null and status in ('new', 'processing') limit 1)
  `.execute(tx)
  return rows.length > 0
}
