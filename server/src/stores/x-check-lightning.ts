import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { checkLightning as checkStoreLightning } from './check-lightning.ts'
import { runPerStore } from './run-per-store.ts'
import { claimLightningDue } from './table.lightning.ts'
import { withDeadline } from './with-deadline.ts'

/** Checks a few times a day whether a store's Lightning node is still there, or is there by now. */
export const checkLightning = (deps: Deps, onError: (storeRef: number, error: unknown) => void): Worker =>
  runPerStore(deps.db, {
    name: 'check-lightning',
    everyMs: 10_000,
    find: async (lane, most) => {
      const due = await inTransaction(deps.db, (tx) => claimLightningDue(tx, lane, most))
      return due.map(({ id }) => ({
        key: String(id),
        work: (signal) => checkStoreLightning(withDeadline(deps, signal), id),
      }))
    },
    // The store is due again by itself.
    onError: (key, error) => onError(Number(key), error),
  })
