import type { Tx } from '../platform/db/transaction.ts'

export const markMailed = (tx: Tx, id: number) =>
  tx.updateTable('invoices').set({ mailedAt: tx.now }).where('id', '=', id).execute()
