import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** While a store is being read, nobody else reads it; should we die, it is due again after this. A sync takes less. */
const readingLimit = '25 seconds'
const busyPause = '10 seconds'
const quietPause = '60 seconds'
/** How long a store rests for each new transaction that it brought, so that no store can fill our tables at will. */
const restPerRowMs = 50
/** So many at once cost no rest: a shop's busy minutes are not an attack. */
const rowsWithoutRest = 100
const longestRest = '15 minutes'

/**
 * Which stores wait for each other: those on the platform's BTCPay, those on servers of merchants' own, and those whose
 * last syncs failed or took too long.
 */
export const lanes = ['platform', 'own-server', 'slow'] as const
export type Lane = (typeof lanes)[number]

/** Takes some stores of a lane that are due to be read. */
export const claimDueStores = (tx: Tx, lane: Lane, most: number) =>
  tx
    .updateTable('stores')
    .set({ syncDueAt: sql<Date>`app_now() + ${sql.lit(readingLimit)}::interval` })
    .where('id', 'in', (select) =>
      select
        .selectFrom('stores')
        .select('id')
        .where('status', '=', 'ready')
        .where('syncDueAt', '<=', tx.now)
        .where((where) => where.or([where('syncNotBefore', 'is', null), where('syncNotBefore', '<=', tx.now)]))
        .where(sql<boolean>`store_lane(stores) = ${lane}`)
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

export type Synced = {
  balanceSats: bigint
  spendableSats: bigint
  busy: boolean
  hookedMeanwhile: boolean
  newRows?: number
  isSlow?: boolean
  /** What an operator should know though the sync has worked. */
  note?: string | undefined
}

export const saveSynced = (tx: Tx, storeRef: number, mirror: Synced) => {
  const restSeconds = ((mirror.newRows ?? 0) * restPerRowMs) / 1000
  const creditSeconds = (rowsWithoutRest * restPerRowMs) / 1000
  // A time in the past is credit that the store has left; it grows back while the store brings little.
  const notBefore = sql<Date>`least(app_now() + ${sql.lit(longestRest)}::interval,
    greatest(coalesce(sync_not_before, '-infinity'), app_now() - make_interval(secs => ${creditSeconds}::numeric))
      + make_interval(secs => ${restSeconds}::numeric))`
  return tx
    .updateTable('stores')
    .set({
      balanceSats: mirror.balanceSats,
      spendableSats: mirror.spendableSats,
      syncedAt: tx.now,
      syncError: mirror.note?.slice(0, 500) ?? null,
      syncFailures: mirror.isSlow
        ? sql<number>`least(sync_failures + 2, 12)`
        : sql<number>`greatest(sync_failures - 1, 0)`,
      syncNotBefore: notBefore,
      syncDueAt: mirror.hookedMeanwhile
        ? tx.now
        : sql<Date>`app_now() + ${sql.lit(mirror.busy ? busyPause : quietPause)}::interval`,
    })
    .where('id', '=', storeRef)
    .execute()
}

export const saveHistoryProgress = (tx: Tx, storeRef: number, progress: { skip: number | null; isComplete: boolean }) =>
  tx
    .updateTable('stores')
    .set({ historySkip: progress.skip, historyComplete: progress.isComplete })
    .where('id', '=', storeRef)
    .where((where) =>
      where.or([
        where('historySkip', 'is distinct from', progress.skip),
        where('historyComplete', '<>', progress.isComplete),
      ]),
    )
    .execute()

/** A node that cannot be read now keeps its last figure. */
export const saveNodeBalance = (tx: Tx, storeRef: number, nodeSats: bigint) =>
  tx.updateTable('stores').set({ nodeSats }).where('id', '=', storeRef).execute()

/**
 * Pauses grow with each failure: to a minute on the platform's own server, whose stores should be read soon after it is
 * back, and to five on others. A webhook still has the store read at once.
 */
export const saveSyncError = async (db: Db, storeRef: number, error: string) => {
  await sql`
    update stores s set sync_error = ${error.slice(0, 500)}, sync_failures = least(s.sync_failures + 2, 12),
      sync_due_at = app_now() + make_interval(secs => least(10 * 2 ^ (s.sync_failures / 2),
        case when store_lane(s) = 'platform' then 60 else 300 end))
    where s.id = ${storeRef}`.execute(db)
}
