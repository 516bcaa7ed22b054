import type { Tx } from '../platform/db/transaction.ts'

/** Everyone who administers, held in one order: two who deactivate each other at once must not both succeed. */
export const lockAdmins = (tx: Tx) =>
  tx.selectFrom('admins').select(['id', 'email', 'isActive', 'passwordHash']).orderBy('id').forUpdate().execute()

export const markAdminActive = async (tx: Tx, id: number, isActive: boolean) => {
  await tx.updateTable('admins').set({ isActive, updatedAt: tx.now }).where('id', '=', id).execute()
}
