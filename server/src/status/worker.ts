import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { recordCurrentStatus } from './record-current-status.ts'

/** Keeps the history of the status page. */
export const recordStatus = (deps: Deps): Worker => ({
  name: 'record-status',
  // Counts minutes, so it must come more than once in each.
  everyMs: 20_000,
  run: async () => {
    await recordCurrentStatus(deps)
    return false
  },
})
