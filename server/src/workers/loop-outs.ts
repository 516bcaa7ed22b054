import type { Deps } from '../deps.ts'
import { advanceLoopOut } from '../flows/loop-out/advance-loop-out.ts'
import { mailLoopOut } from '../flows/loop-out/mail-loop-out.ts'
import { claimDueLoopOuts, takeUntold } from '../modules/loop-out/progress.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

const batch = 5

/** Carries on with loop-outs that were begun, wherever they stopped, and writes to merchants whose money has arrived. */
export const loopOuts = (deps: Deps): Worker => ({
  name: 'loop-outs',
  everyMs: 3000,
  run: async (signal) => {
    await inTransaction(deps.db, async (tx) => {
      for (const request of await takeUntold(tx, batch)) await mailLoopOut(tx, deps.config.publicUrl, request)
    })
    const due = await claimDueLoopOuts(deps.db, batch)
    for (const id of due) {
      if (signal.aborted) return false
      await advanceLoopOut(deps, id)
    }
    return due.length === batch
  },
})
