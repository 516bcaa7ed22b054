import type { Deps } from '../deps.ts'
import { syncStore } from '../flows/sync-store.ts'
import { claimDueStores } from '../modules/stores/sync.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { createSideBySide } from '../platform/workers/side-by-side.ts'

const storesAtOnce = 8

/** Reads what is true from the engine: at once where a webhook hinted at something, else by and by. */
export const reconcileEngine = (deps: Deps, onError: (storeRef: number, error: unknown) => void): Worker => {
  const { run, end } = createSideBySide()
  return {
    name: 'reconcile-engine',
    everyMs: 500,
    run: async () => {
      const due = await inTransaction(deps.db, (tx) => claimDueStores(tx, storesAtOnce))
      await run(
        due.map(({ id }) => id),
        (id) => syncStore(deps, id).catch((error: unknown) => onError(id, error)),
      )
      return due.length === storesAtOnce
    },
    end,
  }
}
