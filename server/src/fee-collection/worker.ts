import { satsForCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { sweepThresholdCents } from '../fees/index.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { clearWorkFailure, saveWorkFailure } from '../platform/workers/work-failures.ts'
import { findPrice } from '../prices/index.ts'
import { freshPlatformAddress } from '../stores/index.ts'
import { findDebtors, sweepFees as sweepOne } from './sweep-fees.ts'

const batch = 5
const name = 'sweep-fees'

/**
 * Collects what merchants owe once it is worth a transaction. Merchants take turns, so one that cannot pay does not
 * delay the others.
 */
export const sweepFees = (deps: Deps): Worker => {
  let last = 0
  return {
    name,
    everyMs: 30_000,
    run: async (signal) => {
      const price = await findPrice(deps.db)
      const debtors = await findDebtors(deps.db, satsForCents(sweepThresholdCents, price.cents), batch, last)
      let swept = 0
      for (const { merchantId } of debtors) {
        if (signal.aborted) return false
        last = merchantId
        const address = await freshPlatformAddress(deps)
        if (address === undefined) return false
        try {
          if (await sweepOne(deps, merchantId, address)) swept += 1
          await clearWorkFailure(deps.db, name, `merchant ${merchantId}`)
        } catch (error) {
          await saveWorkFailure(deps.db, name, `merchant ${merchantId}`, error)
        }
      }
      return swept === batch
    },
  }
}
