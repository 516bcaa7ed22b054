import type { Deps } from '../deps.ts'
import { estimateNetworkFee, readAvailable } from '../sends/index.ts'
import { findStore, freshPlatformAddress } from '../stores/index.ts'
import { findMerchantsWithUncollectedFees } from './queries.ts'
import { findDebtors, sweepFees } from './sweep-fees.ts'

const debtorsAtOnce = 20

/**
 * Returns whether the platform's wallet can pay this now. If not, owed fees are collected, even below the threshold,
 * and the result says how much is on its way.
 */
export const sweepForPayout = async (
  deps: Deps,
  amountSats: bigint,
): Promise<{ covered: boolean; onItsWaySats: bigint }> => {
  const store = await findStore(deps.db, null)
  if (!store) return { covered: false, onItsWaySats: 0n }
  const { feeSats } = await estimateNetworkFee(deps.db, store.id, amountSats)
  const { freeSats } = await readAvailable(deps.db, store.id)
  if (freeSats >= amountSats + feeSats) return { covered: true, onItsWaySats: 0n }
  let onItsWaySats = 0n
  for (const { merchantId } of await findDebtors(deps.db, 1n, debtorsAtOnce)) {
    if (freeSats + onItsWaySats >= amountSats + feeSats) break
    const address = await freshPlatformAddress(deps)
    if (address === undefined) break
    const swept = await sweepFees(deps, merchantId, address)
    onItsWaySats += swept?.amountSats ?? 0n
  }
  return { covered: false, onItsWaySats }
}

const merchantsAtOnce = 20

/**
 * Collects the fees that partners' earnings wait for, even below the threshold. Returns whether any are on their way.
 */
export const sweepForEarnings = async (deps: Deps): Promise<boolean> => {
  let isOnItsWay = false
  for (const { merchantId, isBeingCollected } of await findMerchantsWithUncollectedFees(deps.db, merchantsAtOnce)) {
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
