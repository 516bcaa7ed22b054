import { mostReceiptEmails } from '@bitquay/contract/checkout'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/** Counts an emailed receipt of an invoice. Returns false if it was emailed often enough, also by requests just now. */
export const countReceiptEmail = async (tx: Tx, invoiceRef: number): Promise<boolean> => {
  const { rows } = await sql`
    insert into receipt_emails as r (invoice_ref, sent) values (${invoiceRef}, 1)
    on conflict (invoice_ref) do update set sent = r.sent + 1 where r.sent < ${mostReceiptEmails}
    returning sent`.execute(tx)
  return rows.length > 0
}
