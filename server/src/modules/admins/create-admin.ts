import type { Tx } from '../../platform/db/transaction.ts'

export const createAdmin = (tx: Tx, admin: { email: string; name: string; passwordHash: string }) =>
  tx
    .insertInto('admins')
    .values({ ...admin, createdAt: tx.now, updatedAt: tx.now })
    .returning(['id', 'email', 'name'])
    .executeTakeFirstOrThrow()
