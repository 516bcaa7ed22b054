import type { Db } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/transaction.ts'

export const getMerchantSettings = (db: Db, merchantId: number) =>
  db
    .selectFrom('merchants')
    .select(['storeName', 'email', 'isActive', 'markupFeePercent', 'createdAt'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow()

/** Renames the business; tells the name it had. */
export const renameMerchant = async (tx: Tx, merchantId: number, storeName: string): Promise<string> => {
  const { storeName: before } = await tx
    .selectFrom('merchants')
    .select('storeName')
    .where('id', '=', merchantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx.updateTable('merchants').set({ storeName, updatedAt: tx.now }).where('id', '=', merchantId).execute()
  return before
}
