import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { readDetails } from './read-details.ts'
import { claimWithoutDetails, detailsDueAt, saveDetails } from './table.details.ts'
import { addSumChanges, sumsDueAt } from './table.sums.ts'

const batch = 20

/** Asks the explorer for the details that Greenfield does not return: inputs, outputs, fee, size. */
export const fetchDetails = (deps: Deps): Worker => ({
  name: 'fetch-details',
  everyMs: 1000,
  due: detailsDueAt,
  run: async (signal) => {
    if (!deps.engine.esploraUrl) return false
    const txids = await inTransaction(deps.db, (tx) => claimWithoutDetails(tx, batch))
    for (const txid of txids) {
      if (signal.aborted) return false
      const details = await readDetails(deps, txid)
      if (!details) continue
      await inTransaction(deps.db, async (tx) => {
        for (const merchantId of await saveDetails(tx, txid, details)) {
          await emitChange(tx, `merchant:${merchantId}`, 'transactions')
        }
        await emitChange(tx, 'admin', 'transactions')
      })
    }
    return txids.length === batch
  },
})

const mostChanges = 5_000

/** Adds recorded changes to the sums. Totals are exact without it, and need to read fewer rows after it. */
export const updateSums = ({ db }: Pick<Deps, 'db'>): Worker => ({
  name: 'update-sums',
  everyMs: 2000,
  due: sumsDueAt,
  run: async () => (await inTransaction(db, (tx) => addSumChanges(tx, mostChanges))) === mostChanges,
})
