import type { Deps } from '../deps.ts'
import { findClosingMerchants, markClosed } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { hasOpenSends } from './queries.ts'

/** Accounts whose last payout has ended, however it ended, are closed. What didn't leave stays in the wallet. */
export const finishClosings = async ({ db }: Pick<Deps, 'db'>) => {
  for (const { id } of await findClosingMerchants(db)) {
    await inTransaction(db, async (tx) => {
      if ((await hasOpenSends(tx, id)) || !(await markClosed(tx, id))) return
      await emitChange(tx, `merchant:${id}`, 'settings')
      await emitChange(tx, 'admin', 'merchants')
    })
  }
}
