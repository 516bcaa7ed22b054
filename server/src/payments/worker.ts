import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { claimDueStores, runPerStore, storesDueAt } from '../stores/index.ts'
import { syncStore } from './sync-store.ts'

/** Syncs stores from the engine: at once where a webhook arrived, otherwise at intervals. */
export const reconcileEngine = (deps: Deps, onError: (storeRef: number, error: unknown) => void): Worker =>
  runPerStore(deps, {
    name: 'reconcile-engine',
    everyMs: 500,
    due: storesDueAt,
    // After a block, every store with a payment in it is due at once.
    slots: { platform: 24, 'own-server': 32, slow: 8 },
    find: async (lane, most) => {
      const due = await claimDueStores(deps.db, lane, most)
      return due.map(({ id }) => ({ key: String(id), work: (signal) => syncStore(deps, id, signal) }))
    },
    // The store row keeps the error and when it is due again.
    onError: (key, error) => onError(Number(key), error),
  })
