import type { Deps } from '../deps.ts'
import { watchPlatform as watch } from '../flows/watch-platform.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

/** Looks whether the platform needs someone. */
export const watchPlatform = (deps: Deps): Worker => ({
  name: 'watch-platform',
  everyMs: 10_000,
  run: async () => {
    await watch(deps)
    return false
  },
})
