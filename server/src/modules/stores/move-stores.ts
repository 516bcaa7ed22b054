import type { Db } from '../../platform/db/connect.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/**
 * The platform's BTCPay may answer at another address than before: the sandbox's port was taken, or the operator moved
 * it. Its stores move along with the platform's own. Stores on servers of the merchants' own stay where they are.
 */
export const moveStores = (db: Db, engineUrl: string) =>
  inTransaction(db, (tx) =>
    tx
      .updateTable('stores')
      .set({ serverUrl: engineUrl })
      .where('serverUrl', '=', (from) => from.selectFrom('stores').select('serverUrl').where('merchantId', 'is', null))
      .where('serverUrl', '<>', engineUrl)
      .execute(),
  )
