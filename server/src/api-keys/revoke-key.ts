import type { Tx } from '../platform/db/transaction.ts'

/** Ends a key of the merchant's. Undefined where there is none that lives. */
export const markRevoked = (tx: Tx, merchantId: number, id: number, revokedBy: string) =>
  tx
    .updateTable('apiKeys')
    .set({ revokedAt: tx.now, revokedBy })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning(['id', 'name', 'prefix'])
    .executeTakeFirst()
