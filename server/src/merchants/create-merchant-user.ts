import type { Tx } from '../platform/db/transaction.ts'

export const createMerchantUser = (
  tx: Tx,
  user: { merchantId: number; email: string; name: string; role: 'admin' | 'user'; passwordHash: string | null },
) =>
  tx
    .insertInto('merchantUsers')
    .values({ ...user, createdAt: tx.now, updatedAt: tx.now })
    .returning(['id', 'email', 'name', 'role'])
    .executeTakeFirstOrThrow()
