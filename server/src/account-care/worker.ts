import { sql } from 'kysely'
import { changesDueAt } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { closingDueAt } from '../people/index.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { applyChanges } from './apply-changes.ts'
import { finishClosings } from './finish-closings.ts'

/** Finishes what owners and admins started and what then had to wait. */
export const careForAccounts = (deps: Deps): Worker => ({
  name: 'care-for-accounts',
  everyMs: 10_000,
  due: sql`least(${changesDueAt}, ${closingDueAt})`,
  run: async () => {
    await finishClosings(deps)
    await applyChanges(deps)
    return false
  },
})
