import type { Tx } from '../platform/db/transaction.ts'

/** Answers whether it was revoked now: one that is used, or was revoked before, stays what it is. */
export const markPromoCodeRevoked = async (tx: Tx, id: number, adminId: number): Promise<boolean> => {
  const revoked = await tx
    .updateTable('promoCodes')
    .set({ revokedAt: tx.now, revokedBy: adminId })
    .where('id', '=', id)
    .where('isUsed', '=', false)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}
