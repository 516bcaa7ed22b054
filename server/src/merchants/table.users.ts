import type { Tx } from '../platform/db/transaction.ts'

const columns = ['id', 'merchantId', 'email', 'name', 'role', 'isActive', 'twoFactorEnabled', 'createdAt'] as const

export const lockMerchantUser = (tx: Tx, id: number) =>
  tx.selectFrom('merchantUsers').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export const updateMerchantUser = async (
  tx: Tx,
  id: number,
  change: { role?: 'admin' | 'user'; isActive?: boolean },
) => {
  await tx
    .updateTable('merchantUsers')
    .set({ ...change, updatedAt: tx.now })
    .where('id', '=', id)
    .execute()
}

/** Deletes the user for good. Their sessions end and what they did stays in the audit log. */
export const deleteMerchantUser = async (tx: Tx, id: number) => {
  await tx.deleteFrom('merchantUsers').where('id', '=', id).execute()
}

export const createMerchantUser = (
  tx: Tx,
  user: { merchantId: number; email: string; name: string; role: 'admin' | 'user'; passwordHash: string | null },
) =>
  tx
    .insertInto('merchantUsers')
    .values({ ...user, createdAt: tx.now, updatedAt: tx.now })
    .returning(['id', 'email', 'name', 'role'])
    .executeTakeFirstOrThrow()
