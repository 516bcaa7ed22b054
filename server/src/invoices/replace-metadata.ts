import type { Tx } from '../platform/db/transaction.ts'

/** What a shop writes on its invoice is the shop's: it may write something else. */
export const replaceMetadata = (tx: Tx, id: number, metadata: Record<string, unknown>) =>
  tx
    .updateTable('invoices')
    .set({ metadata: JSON.stringify(metadata) })
    .where('id', '=', id)
    .execute()
