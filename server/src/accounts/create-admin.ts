import type { Tx } from '../platform/db/transaction.ts'

/** Without a password hash they are invited and choose one through the link. */
export const createAdmin = (tx: Tx, admin: { email: string; name: string; passwordHash: string | null }) =>
  tx
    .insertInto('admins')
    .values({ ...admin, createdAt: tx.now, updatedAt: tx.now })
    .returning(['id', 'email', 'name'])
    .executeTakeFirstOrThrow()
