import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/transaction.ts'

/** While a store is being read, nobody else reads it; should we die, it is due again after this. */
const readingLimit = '25 seconds'
const busyPause = '10 seconds'
const quietPause = '60 seconds'

/** Takes some stores that are due to be read. */
export const claimDueStores = (tx: Tx, most: number) =>
  tx
    .updateTable('stores')
    .set({ syncDueAt: sql<Date>`app_now() + ${sql.lit(readingLimit)}::interval` })
    .where('id', 'in', (select) =>
      select
        .selectFrom('stores')
        .select('id')
        .where('status', '=', 'ready')
        .where('syncDueAt', '<=', tx.now)
        .orderBy('syncDueAt')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()

/** Something happened in the store: read it now rather than at its time. */
export const markSyncDue = (db: Db | Tx, storeRef: number) =>
  db.updateTable('stores').set({ syncDueAt: sql<Date>`app_now()` }).where('id', '=', storeRef).execute()

export const saveSynced = (
  tx: Tx,
  storeRef: number,
  mirror: { balanceSats: bigint; spendableSats: bigint; busy: boolean; hookedMeanwhile: boolean },
) =>
  tx
    .updateTable('stores')
    .set({
      balanceSats: mirror.balanceSats,
      spendableSats: mirror.spendableSats,
      syncedAt: tx.now,
      syncError: null,
      syncDueAt: mirror.hookedMeanwhile
        ? tx.now
        : sql<Date>`app_now() + ${sql.lit(mirror.busy ? busyPause : quietPause)}::interval`,
    })
    .where('id', '=', storeRef)
    .execute()

/** A node that cannot be read now keeps its last figure. */
export const saveNodeBalance = (tx: Tx, storeRef: number, nodeSats: bigint) =>
  tx.updateTable('stores').set({ nodeSats }).where('id', '=', storeRef).execute()

export const saveSyncError = (db: Db, storeRef: number, error: string) =>
  db
    .updateTable('stores')
    .set({ syncError: error.slice(0, 500), syncDueAt: sql<Date>`app_now() + ${sql.lit(busyPause)}::interval` })
    .where('id', '=', storeRef)
    .execute()
