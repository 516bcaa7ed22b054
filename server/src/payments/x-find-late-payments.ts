import type { Deps } from '../deps.ts'
import { claimLateHashes, itemOfHash } from '../invoices/late-hashes.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { runPerStore } from '../stores/run-per-store.ts'
import { withDeadline } from '../stores/with-deadline.ts'
import { checkLateHash } from './find-late-payments.ts'

/** Looks for Lightning payments that came after BTCPay had stopped looking for them. */
export const findLatePayments = (deps: Deps): Worker =>
  runPerStore(deps.db, {
    name: 'find-late-payments',
    everyMs: 10_000,
    // Shorter than the claim on a hash.
    itemMs: 45_000,
    find: async (lane, most) => {
      const due = await inTransaction(deps.db, (tx) => claimLateHashes(tx, most, lane))
      return due.map((hash) => ({
        key: itemOfHash(hash),
        work: (signal) => checkLateHash(withDeadline(deps, signal), hash),
      }))
    },
  })
