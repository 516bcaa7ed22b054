import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/transaction.ts'

const mostAtOnce = 200

/**
 * Which invoices of a merchant should be read: told of by a webhook, labelled in the wallet and not settled, due, or paid
 * to an address of theirs that has no payment yet.
 */
export const findInvoicesToRead = async (
  db: Db,
  merchantId: number,
  hints: { told: readonly string[]; labelled: readonly string[]; addresses: readonly string[] },
): Promise<string[]> => {
  // Each reason by an index of its own: joined by "or" they would have a store's every invoice read.
  const { rows } = await sql<{ invoiceId: string }>`
    select invoice_id from invoices where merchant_id = ${merchantId} and invoice_id in (
      (select invoice_id from invoices where merchant_id = ${merchantId} and check_due_at <= app_now() and invoice_id is not null
        order by check_due_at limit ${mostAtOnce})
      union all select unnest(${[...hints.told]}::text[])
      union all select invoice_id from invoices where invoice_id = any(${[...new Set(hints.labelled)]}::text[])
        and (read_at is null or status in ('new', 'processing', 'expired', 'invalid'))
      union all select d.invoice_id from invoice_destinations d
        where d.kind = 'address' and d.merchant_id = ${merchantId} and d.destination = any(${[...hints.addresses]}::text[])
          and not exists (select from transactions t where t.merchant_id = d.merchant_id and t.invoice_id = d.invoice_id)
    )
    order by check_due_at nulls last limit ${mostAtOnce}`.execute(db)
  return rows.map(({ invoiceId }) => invoiceId)
}

/** A settled invoice is read no more, until something happens to it after all. */
export const readAgain = (tx: Tx, merchantId: number, invoiceId: string) =>
  tx
    .updateTable('invoices')
    .set({ checkDueAt: sql<Date>`app_now()` })
    .where('merchantId', '=', merchantId)
    .where('invoiceId', '=', invoiceId)
    .where('status', '=', 'settled')
    .execute()
