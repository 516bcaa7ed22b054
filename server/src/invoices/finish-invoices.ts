import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { runPerStore } from '../stores/run-per-store.ts'
import { withDeadline } from '../stores/with-deadline.ts'
import { findUnfinished } from './unfinished.ts'
import { finishInvoice, givenUpAfterMinutes } from './worker.ts'

/** Brings invoices to an end that were left in the making. */
export const finishInvoices = (deps: Deps): Worker =>
  runPerStore(deps.db, {
    name: 'finish-invoices',
    everyMs: 15_000,
    find: async (lane, most) => {
      const unfinished = await findUnfinished(deps.db, most, givenUpAfterMinutes, lane)
      return unfinished.map(({ invoice, isOld }) => ({
        key: String(invoice.id),
        work: (signal) => finishInvoice(withDeadline(deps, signal), invoice, isOld),
      }))
    },
  })
