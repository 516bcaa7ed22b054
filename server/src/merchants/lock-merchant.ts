import type { Tx } from '../platform/db/transaction.ts'

export const lockMerchant = (tx: Tx, id: number) =>
  tx
    .selectFrom('merchants')
    .select(['id', 'email', 'storeName', 'isActive'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** A merchant that is not active has no sessions and takes no payments; its money stays where it is. */
export const markMerchantActive = async (tx: Tx, id: number, isActive: boolean): Promise<boolean> => {
  const changed = await tx
    .updateTable('merchants')
    .set({ isActive, updatedAt: tx.now })
    .where('id', '=', id)
    .where('isActive', '<>', isActive)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
