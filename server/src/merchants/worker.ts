import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { updateAttention } from './update-attention.ts'

/** Keeps the list of merchants that need attention up to date. */
export const watchMerchants = (deps: Pick<Deps, 'db'>): Worker => ({
  name: 'watch-merchants',
  everyMs: 60_000,
  run: async () => {
    await updateAttention(deps)
    return false
  },
})
