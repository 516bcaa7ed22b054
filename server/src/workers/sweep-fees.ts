import { satsForCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import {
  findDebtors,
  freshPlatformAddress,
  sweepFees as sweepOne,
  sweepThresholdCents,
} from '../flows/sends/sweep-fees.ts'
import { findPrice } from '../modules/prices/price.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

const batch = 5

/** Collects what merchants owe once it is worth a transaction. */
export const sweepFees = (deps: Deps): Worker => ({
  name: 'sweep-fees',
  everyMs: 10_000,
  run: async (signal) => {
    const price = await findPrice(deps.db)
    const debtors = await findDebtors(deps.db, satsForCents(sweepThresholdCents, price.cents), batch)
    let swept = 0
    for (const { merchantId } of debtors) {
      if (signal.aborted) return false
      const address = await freshPlatformAddress(deps)
      if (address === undefined) return false
      if (await sweepOne(deps, merchantId, address)) swept += 1
    }
    return swept === batch
  },
})
