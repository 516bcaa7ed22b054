import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { applyChanges } from './apply-changes.ts'
import { finishClosings } from './finish-closings.ts'

/** Finishes what owners and admins started and what then had to wait. */
export const careForAccounts = (deps: Deps): Worker => ({
  name: 'care-for-accounts',
  everyMs: 10_000,
  run: async () => {
    await finishClosings(deps)
    await applyChanges(deps)
    return false
  },
})
