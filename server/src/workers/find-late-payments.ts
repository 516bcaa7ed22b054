import type { Deps } from '../deps.ts'
import { findLatePayments as find } from '../flows/lightning/find-late-payments.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

const batch = 20

/** Looks for Lightning payments that came after BTCPay had stopped looking for them. */
export const findLatePayments = (deps: Deps): Worker => ({
  name: 'find-late-payments',
  everyMs: 10_000,
  run: async () => (await find(deps, batch)) === batch,
})
