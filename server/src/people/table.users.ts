import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

const columns = ['id', 'merchantId', 'email', 'name', 'role', 'isActive', 'twoFactorEnabled', 'createdAt'] as const

/** Locks all users of a merchant, always in the same order. */
export const lockMerchantUsers = (tx: Tx, merchantId: number) =>
  tx
    .selectFrom('merchantUsers')
    .select([...columns, sql<boolean>`password_hash is not null`.as('hasJoined')])
    .where('merchantId', '=', merchantId)
    .orderBy('id')
    .forUpdate()
    .execute()

export const lockMerchantUser = (tx: Tx, id: number) =>
  tx.selectFrom('merchantUsers').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export const updateMerchantUser = async (
  tx: Tx,
  id: number,
  change: { role?: 'admin' | 'user'; isActive?: boolean },
) => {
  await tx
    .updateTable('merchantUsers')
    // A new admin waits for a day before they can withdraw, and so does one who gets their access back.
    .set({ ...change, ...(change.role === 'admin' || change.isActive ? { raisedAt: tx.now } : {}), updatedAt: tx.now })
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
