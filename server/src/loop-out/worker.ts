import type { Deps } from '../deps.ts'
import { announceAll } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { runPerStore, withDeadline } from '../stores/index.ts'
import { advanceLoopOut } from './advance-loop-out.ts'
import { loopOutArrived } from './facts.ts'
import { claimDueLoopOuts, claimUnnotifiedLoopOuts, loopOutsDueAt } from './table.ts'

const emailsAtOnce = 5

/** Continues started loop-outs wherever they stopped, and emails merchants whose money has arrived. */
export const loopOuts = (deps: Deps): Worker =>
  runPerStore(deps, {
    name: 'loop-outs',
    everyMs: 3000,
    due: loopOutsDueAt,
    // Shorter than the claim on a request.
    itemMs: 55_000,
    before: () =>
      inTransaction(deps.db, async (tx) => {
        const { publicUrl } = deps.config
        const arrived = await claimUnnotifiedLoopOuts(tx, emailsAtOnce)
        const abouts = arrived.map((request) => ({ request, publicUrl }))
        await announceAll(tx, loopOutArrived, abouts)
      }),
    find: async (lane, most) => {
      const due = await claimDueLoopOuts(deps.db, most, lane)
      return due.map((id) => ({
        key: String(id),
        work: (signal) => advanceLoopOut(withDeadline(deps, signal), id),
      }))
    },
  })
