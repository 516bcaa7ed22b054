import type { Deps } from '../deps.ts'
import { claimLateHashes, itemOfHash, lateHashesDueAt } from '../invoices/index.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { runPerStore, withDeadline } from '../stores/index.ts'
import { checkLateHash } from './find-late-payments.ts'

/** Finds Lightning payments that arrived after BTCPay had stopped watching for them. */
export const findLatePayments = (deps: Deps): Worker =>
  runPerStore(deps, {
    name: 'find-late-payments',
    everyMs: 10_000,
    due: lateHashesDueAt,
    // Shorter than the claim on a hash.
    itemMs: 45_000,
    find: async (lane, most) => {
      const due = await claimLateHashes(deps.db, most, lane)
      return due.map((hash) => ({
        key: itemOfHash(hash),
        work: (signal) => checkLateHash(withDeadline(deps, signal), hash),
      }))
    },
  })
