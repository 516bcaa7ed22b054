import type { Tx } from '../platform/db/transaction.ts'

export type PartnerChange = {
  name?: string | undefined
  sharePercentage?: string | undefined
  isActive?: boolean | undefined
}

/** Locks the partner until the transaction ends. Returns undefined if there is no such partner. */
export const lockPartner = (tx: Tx, id: number) =>
  tx
    .selectFrom('partners')
    .select(['id', 'name', 'email', 'sharePercentage', 'isActive'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The database refuses shares that exceed the pool, and signs out deactivated partners. */
export const changePartner = async (tx: Tx, id: number, change: PartnerChange) => {
  await tx
    .updateTable('partners')
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.sharePercentage === undefined ? {} : { sharePercentage: change.sharePercentage }),
      ...(change.isActive === undefined ? {} : { isActive: change.isActive }),
      updatedAt: tx.now,
    })
    .where('id', '=', id)
    .execute()
}

export const createPartner = (
  tx: Tx,
  partner: { email: string; name: string; sharePercentage: string; passwordHash: string | null },
) =>
  tx
    .insertInto('partners')
    .values({ ...partner, createdAt: tx.now, updatedAt: tx.now })
    .returning(['id', 'email', 'name', 'sharePercentage'])
    .executeTakeFirstOrThrow()
