import type { Deps } from '../deps.ts'
import { checkLightning as checkStoreLightning } from '../flows/check-lightning.ts'
import { claimLightningDue } from '../modules/stores/lightning.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { createSideBySide } from '../platform/workers/side-by-side.ts'

const storesAtOnce = 8

/** Checks a few times a day whether a store's Lightning node is still there, or is there by now. */
export const checkLightning = (deps: Deps, onError: (storeRef: number, error: unknown) => void): Worker => {
  const { run, end } = createSideBySide()
  return {
    name: 'check-lightning',
    everyMs: 10_000,
    run: async () => {
      const due = await inTransaction(deps.db, (tx) => claimLightningDue(tx, storesAtOnce))
      await run(
        due.map(({ id }) => id),
        (id) => checkStoreLightning(deps, id).catch((error: unknown) => onError(id, error)),
      )
      return due.length === storesAtOnce
    },
    end,
  }
}
