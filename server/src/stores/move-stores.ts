import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'

/**
 * The platform's BTCPay may answer at another address than before: the sandbox's port was taken, or the operator moved
 * it. Its stores move along with the platform's own. Stores on servers of the merchants' own stay where they are.
 */
export const moveStores = (db: Db, engineUrl: string) =>
  inTransaction(db, async (tx) => {
    const platform = await tx
      .selectFrom('stores')
      .select('serverUrl')
      .where('merchantId', 'is', null)
      .executeTakeFirst()
    if (!platform || platform.serverUrl === engineUrl) return
    for (const table of ['stores', 'invoiceDestinations'] as const) {
      await tx.updateTable(table).set({ serverUrl: engineUrl }).where('serverUrl', '=', platform.serverUrl).execute()
    }
  })
