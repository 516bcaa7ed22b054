import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { InvoiceRow } from './table.ts'

/** Whosever it is: for customers, who know nothing but the invoice's name. */
export const findAnyInvoice = (db: Db, invoiceId: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoices').selectAll().where('invoiceId', '=', invoiceId).executeTakeFirst()

export const markRenewed = (tx: Tx, id: number, renewedBy: string) =>
  tx.updateTable('invoices').set({ renewedBy }).where('id', '=', id).where('renewedBy', 'is', null).execute()
