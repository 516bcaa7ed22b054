import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/** Whether something of this merchant may change soon: an invoice that can be paid, a payment that is not deep yet. */
export const hasOpenWork = async (tx: Tx, merchantId: number): Promise<boolean> => {
  const { rows } = await sql`
    (select from transactions where merchant_id = ${merchantId} and not final and confirmations < 6 and status <> 'failed'
      -- What has waited for its block for a day, or has vanished, is looked at less often.
      and not disputed and (confirmations > 0 or seen_at > app_now() - interval '1 day') limit 1)
    union all
    (select from sends x join stores s on s.id = x.store_ref
      where s.merchant_id = ${merchantId} and x.final_at is null and x.confirmations < 6 limit 1)
    union all
    (select from invoices i where i.merchant_id = ${merchantId} and i.check_due_at is not null and i.status in ('new', 'processing')
      and i.unknown_since is null
      and not exists (select from transactions t where t.merchant_id = i.merchant_id and t.invoice_id = i.invoice_id and t.disputed)
      limit 1)
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
