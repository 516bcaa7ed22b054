import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { cancelNeverSigned, proveRedemptions } from './prove-redemptions.ts'

/** Redeems codes whose withdrawals are proved on the chain, and releases those whose withdrawals are never signed. */
export const redeemPromoCodes = (deps: Deps): Worker => ({
  name: 'redeem-promo-codes',
  everyMs: 30_000,
  run: async () => {
    await proveRedemptions(deps)
    await cancelNeverSigned(deps)
    return false
  },
})
