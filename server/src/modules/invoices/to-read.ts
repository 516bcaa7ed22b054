import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

const mostAtOnce = 200

/** Which invoices of a merchant should be read: hinted at, due, or paid to an address of theirs that has no payment yet. */
export const findInvoicesToRead = async (
  db: Db,
  merchantId: number,
  hints: { hinted: readonly string[]; addresses: readonly string[] },
): Promise<string[]> => {
  const { rows } = await sql<{ invoiceId: string }>`
    select invoice_id from invoices
    where merchant_id = ${merchantId} and invoice_id is not null and (
      (check_due_at <= app_now())
      or (invoice_id = any(${[...new Set(hints.hinted)]}::text[]) and (read_at is null or status in ('new', 'processing', 'expired', 'invalid')))
      or invoice_id in (
        select d.invoice_id from invoice_destinations d
        where d.kind = 'address' and d.merchant_id = ${merchantId} and d.destination = any(${[...hints.addresses]}::text[])
          and not exists (select from transactions t where t.merchant_id = d.merchant_id and t.invoice_id = d.invoice_id)
      )
    )
    order by check_due_at nulls last limit ${mostAtOnce}`.execute(db)
  return rows.map(({ invoiceId }) => invoiceId)
}
