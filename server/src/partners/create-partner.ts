import type { Tx } from '../platform/db/transaction.ts'

export const createPartner = (
  tx: Tx,
  partner: { email: string; name: string; sharePercentage: string; passwordHash: string | null },
) =>
  tx
    .insertInto('partners')
    .values({ ...partner, createdAt: tx.now, updatedAt: tx.now })
    .returning(['id', 'email', 'name', 'sharePercentage'])
    .executeTakeFirstOrThrow()
