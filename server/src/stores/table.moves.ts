import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { Store } from './table.ts'

/** The store that a merchant is about to get. */
export const lockNextStore = (tx: Tx, merchantId: number): Promise<Store | undefined> =>
  tx
    .selectFrom('stores')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('standing', '=', 'next')
    .forUpdate()
    .executeTakeFirst()

/** The next store is in use from now on. The caller holds both stores. */
export const switchStores = async (tx: Tx, former: Store, next: Store) => {
  await tx
    .updateTable('stores')
    .set({ standing: 'former', formerSince: tx.now, syncDueAt: tx.now })
    .where('id', '=', former.id)
    .where('standing', '=', 'current')
    .execute()
  await tx
    .updateTable('stores')
    .set({ standing: 'current', syncDueAt: tx.now })
    .where('id', '=', next.id)
    .where('standing', '=', 'next')
    .execute()
}

/**
 * A store that the merchant had left is in use again, in one step, because its wallet is there already. The caller holds
 * both stores.
 */
export const reopenStore = async (tx: Tx, current: Store, earlier: Store) => {
  await tx
    .updateTable('stores')
    .set({ standing: 'former', formerSince: tx.now, syncDueAt: tx.now })
    .where('id', '=', current.id)
    .where('standing', '=', 'current')
    .execute()
  const reopened = await tx
    .updateTable('stores')
    .set({
      standing: 'current',
      status: 'ready',
      leftAt: null,
      formerSince: null,
      syncDueAt: tx.now,
      lightningDueAt: tx.now,
      // What happened while nobody watched is read from its newest transaction on.
      historyComplete: false,
    })
    .where('id', '=', earlier.id)
    .where('standing', '=', 'former')
    .returning('id')
    .executeTakeFirst()
  if (!reopened) throw new Error(`store ${earlier.id} can't be reopened`)
}

/** Nobody reads the store anymore, and nothing is sent from it. */
export const markStoreLeft = (tx: Tx, storeRef: number) =>
  tx
    .updateTable('stores')
    .set({
      status: 'left',
      standing: 'former',
      leftAt: tx.now,
      formerSince: sql<Date>`coalesce(former_since, app_now())`,
    })
    .where('id', '=', storeRef)
    .where('standing', '<>', 'current')
    .where('status', '<>', 'left')
    .execute()
