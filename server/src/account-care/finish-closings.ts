import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { findClosingMerchants, markClosed } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { closingFinished } from './facts.ts'
import { hasOpenSends } from './queries.ts'

/** Accounts whose last payout has ended, however it ended, are closed. What didn't leave stays in the wallet. */
export const finishClosings = async ({ db }: Pick<Deps, 'db'>) => {
  for (const { id } of await findClosingMerchants(db)) {
    await inTransaction(db, async (tx) => {
      if ((await hasOpenSends(tx, id)) || !(await markClosed(tx, id))) return
      await announce(tx, closingFinished, { merchantId: id })
    })
  }
}
