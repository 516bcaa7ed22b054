import type { Tx } from '../platform/db/transaction.ts'

/** The wallet that knew them is no longer the merchant's here: they stay as they are. */
export const closeTransactions = (tx: Tx, merchantId: number) =>
  tx
    .updateTable('transactions')
    .set({ final: true })
    .where('merchantId', '=', merchantId)
    .where('final', '=', false)
    .execute()
