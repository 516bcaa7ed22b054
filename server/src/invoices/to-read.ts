import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

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
  const { rows } = await sql<{ invoiceId: string }>`
    select invoice_id from find_invoices_to_read(${merchantId}, ${[...new Set(hints.told)]}::text[],
      ${[...new Set(hints.labelled)]}::text[], ${[...new Set(hints.addresses)]}::text[], ${mostAtOnce})`.execute(db)
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
