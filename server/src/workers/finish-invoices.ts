import type { Deps } from '../deps.ts'
import { finishInvoices as finish } from '../flows/finish-invoices.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

const batch = 20

/** Brings invoices to an end that were left in the making. */
export const finishInvoices = (deps: Deps): Worker => ({
  name: 'finish-invoices',
  everyMs: 15_000,
  run: async () => {
    await finish(deps, batch)
    return false
  },
})
