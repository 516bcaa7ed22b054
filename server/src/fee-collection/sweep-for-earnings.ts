import type { Deps } from '../deps.ts'
import { findHoldingBack } from './find-holding-back.ts'
import { freshPlatformAddress, sweepFees } from './sweep-fees.ts'

const merchantsAtOnce = 20

/** Collects the fees that partners' earnings wait for, below the threshold too. Answers whether any are on their way now. */
export const sweepForEarnings = async (deps: Deps): Promise<boolean> => {
  let isOnItsWay = false
  for (const { merchantId, isBeingCollected } of await findHoldingBack(deps.db, merchantsAtOnce)) {
    if (isBeingCollected) {
      isOnItsWay = true
      continue
    }
    const address = await freshPlatformAddress(deps)
    if (address === undefined) break
    if (await sweepFees(deps, merchantId, address)) isOnItsWay = true
  }
  return isOnItsWay
}
