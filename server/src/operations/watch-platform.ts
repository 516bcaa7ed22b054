import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { watchPlatform as watch } from './worker.ts'

/** Carries revenue forward, so that reports stay quick, and looks whether the platform needs someone. */
export const watchPlatform = (deps: Deps): Worker => ({
  name: 'watch-platform',
  everyMs: 10_000,
  run: async () => {
    await sql`select carry_revenue()`.execute(deps.db)
    await watch(deps)
    return false
  },
})
