import { sql } from 'kysely'
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

/** Now while an account waits for its last payout. */
export const closingDueAt = sql`(
  select app_now() from merchants where closing_since is not null and closed_at is null order by id limit 1)`

export const findClosingMerchants = (db: Db) =>
  db
    .selectFrom('merchants')
    .select('id')
    .where('closingSince', 'is not', null)
    .where('closedAt', 'is', null)
    .orderBy('id')
    .execute()

const retentionYears = 7
/** An account that can't be erased yet is tried again after this. */
const retryAfter = '1 day'

/** Claims accounts that were closed so long ago that they are erased, those that were never tried first. */
export const claimErasable = async (db: Db, most: number): Promise<{ id: number }[]> => {
  const { rows } = await sql<{ id: number }>`
    update merchants set erasure_tried_at = app_now() where id in (
      select id from merchants
      where erased_at is null and closed_at < app_now() - make_interval(years => ${retentionYears})
        and coalesce(erasure_tried_at, '-infinity') < app_now() - ${sql.lit(retryAfter)}::interval
      order by erasure_tried_at nulls first, closed_at limit ${most} for update skip locked)
    returning id`.execute(db)
  return rows
}
