import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Lane } from './table.sync.ts'

/** Whose node a store uses, and whether new invoices can use it. */
export type Lightning = { node: 'none' | 'shared' | 'own'; isAvailable: boolean }

/** One process at a time checks a store. If that process dies, the store is due again after this. */
const checkLimit = '2 minutes'
/** Checked a few times a day, and more often while a node that was there before is missing. */
const pause = '6 hours'
const retryPause = '10 minutes'
/** A quiet store waits as long as for its syncs. Once another store finds the node again, all of them are checked. */
const retryDue = sql<Date>`app_now() + greatest(${sql.lit(retryPause)}::interval, make_interval(secs => sync_pause_seconds))`

/** When the next store is due. */
export const lightningDueAt = sql`(select min(lightning_due_at) from stores where status = 'ready')`

/** Claims stores whose Lightning should be checked. */
export const claimLightningDue = (tx: Tx, lane: Lane, most: number) =>
  tx
    .updateTable('stores')
    .set({ lightningDueAt: dueIn(checkLimit) })
    .where('id', 'in', (select) =>
      select
        .selectFrom('stores')
        .select('id')
        .where('status', '=', 'ready')
        .where(sql<boolean>`lightning_due_at <= app_now()`)
        .where(sql<boolean>`store_lane(stores) = ${lane}`)
        .orderBy('lightningDueAt')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()

/** Requests a check now instead of at its next time. */
export const markLightningDue = (db: Db | Tx, storeRef: number) =>
  db.updateTable('stores').set({ lightningDueAt: sql<Date>`app_now()` }).where('id', '=', storeRef).execute()

/** Without a node the one on record stays. */
export const saveLightning = (
  tx: Tx,
  storeRef: number,
  { node, isAvailable }: { node: 'shared' | 'own' | undefined; isAvailable: boolean },
) =>
  tx
    .updateTable('stores')
    .set({
      ...(node === undefined ? {} : { lightning: node }),
      lightningAvailable: isAvailable,
      lightningDueAt: sql<Date>`case when ${isAvailable} or lightning = 'none' then ${dueIn(pause)} else ${retryDue} end`,
    })
    .where('id', '=', storeRef)
    .execute()

/** A node is back: the other stores that use it are checked soon, spread over a while. */
export const markNeighborsDue = (tx: Tx, { id, serverUrl }: { id: number; serverUrl: string }) =>
  sql`update stores set lightning_due_at = app_now() + ${sql.lit(retryPause)}::interval * random()
    where server_url = ${serverUrl} and status = 'ready' and id <> ${id} and lightning = 'shared' and not lightning_available
      and lightning_due_at > app_now() + ${sql.lit(retryPause)}::interval`.execute(tx)

/** The server could not be reached: nothing changes, and the store is checked again a little later. */
export const postponeLightningCheck = (db: Db, storeRef: number) =>
  db.updateTable('stores').set({ lightningDueAt: retryDue }).where('id', '=', storeRef).execute()

const dueIn = (interval: string) => sql<Date>`app_now() + ${sql.lit(interval)}::interval`
