import type { Tx } from '../platform/db/transaction.ts'

/** Everyone who administers, held in one order: two who deactivate each other at once must not both succeed. */
export const lockAdmins = (tx: Tx) =>
  tx.selectFrom('admins').select(['id', 'email', 'isActive', 'passwordHash']).orderBy('id').forUpdate().execute()

export const markAdminActive = async (tx: Tx, id: number, isActive: boolean) => {
  await tx.updateTable('admins').set({ isActive, updatedAt: tx.now }).where('id', '=', id).execute()
}

/** Without a password hash they are invited and choose one through the link. */
export const createAdmin = (tx: Tx, admin: { email: string; name: string; passwordHash: string | null }) =>
  tx
    .insertInto('admins')
    .values({ ...admin, createdAt: tx.now, updatedAt: tx.now })
    .returning(['id', 'email', 'name'])
    .executeTakeFirstOrThrow()
