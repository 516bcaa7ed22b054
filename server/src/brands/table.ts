import type { Tx } from '../platform/db/transaction.ts'

type Change = { name?: string | null; color?: string | null; supportContact?: string | null; logoHash?: string | null }

/** Saves what is given and returns what was there before. */
export const saveBrand = async (tx: Tx, merchantId: number, change: Change) => {
  await tx
    .insertInto('brands')
    .values({ merchantId, updatedAt: tx.now })
    .onConflict((conflict) => conflict.column('merchantId').doNothing())
    .execute()
  const before = await tx
    .selectFrom('brands')
    .select(['name', 'color', 'supportContact', 'logoHash'])
    .where('merchantId', '=', merchantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('brands')
    .set({ ...change, updatedAt: tx.now })
    .where('merchantId', '=', merchantId)
    .execute()
  return before
}
