import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** From now on the merchant creates nothing new. */
export const markClosing = async (tx: Tx, id: number): Promise<boolean> => {
  const changed = await tx
    .updateTable('merchants')
    .set({ closingSince: tx.now, updatedAt: tx.now })
    .where('id', '=', id)
    .where('closingSince', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Everything has ended. How long records are kept counts from here. */
export const markClosed = async (tx: Tx, id: number): Promise<boolean> => {
  const changed = await tx
    .updateTable('merchants')
    .set({ closedAt: tx.now, updatedAt: tx.now })
    .where('id', '=', id)
    .where('closingSince', 'is not', null)
    .where('closedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export const markReopened = async (tx: Tx, id: number): Promise<boolean> => {
  const changed = await tx
    .updateTable('merchants')
    .set({ closingSince: null, closedAt: null, updatedAt: tx.now })
    .where('id', '=', id)
    .where('closingSince', 'is not', null)
    .where('erasedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export const findClosingMerchants = (db: Db) =>
  db
    .selectFrom('merchants')
    .select('id')
    .where('closingSince', 'is not', null)
    .where('closedAt', 'is', null)
    .orderBy('id')
    .execute()
