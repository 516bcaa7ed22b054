import type { Deps } from '../deps.ts'
import { readDetails } from '../flows/read-details.ts'
import { findWithoutDetails, saveDetails } from '../modules/transactions/details.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

const batch = 20

/** Asks the explorer for what Greenfield does not tell of a transaction: inputs, outputs, fee, size. */
export const fetchDetails = (deps: Deps): Worker => ({
  name: 'fetch-details',
  everyMs: 1000,
  run: async (signal) => {
    if (!deps.engine.esploraUrl) return false
    const txids = await findWithoutDetails(deps.db, batch)
    let found = 0
    for (const txid of txids) {
      if (signal.aborted) return false
      const details = await readDetails(deps, txid)
      if (details) {
        await saveDetails(deps.db, txid, details)
        found += 1
      }
    }
    return found === batch
  },
})
