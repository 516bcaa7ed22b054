import type { LoopOutQuote } from '@bitquay/contract/loop-out'
import { centsOfSats, fromCents, fromSats } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { estimateNetworkFee } from '../sends/index.ts'
import { findStore } from '../stores/index.ts'
import { computeMoved, getAddress, prepareLoopOut, readBalance, requireEnough } from './prepare-loop-out.ts'
import { saveShownAddress } from './table.addresses.ts'

/**
 * What a loop-out would move, where to and for which network fee. The address is saved: the next request pays it, and
 * showing it again creates no other one.
 */
export const quoteLoopOut = async (deps: Deps, merchantId: number): Promise<LoopOutQuote> => {
  const prepared = await prepareLoopOut(deps, merchantId)
  const { store, nodeSats } = prepared
  const address = await getAddress(deps, merchantId, prepared)
  const balanceSats = await readBalance(deps.db, merchantId, nodeSats)
  const priceCents = await requireEnough(deps.db, balanceSats)
  const amountSats = computeMoved(balanceSats, nodeSats)
  // The platform's wallet pays the second leg.
  const platform = await findStore(deps.db, null)
  const { feeSats } = await estimateNetworkFee(deps.db, platform?.id ?? store.id, amountSats)
  const inUsd = (sats: bigint) => fromCents(centsOfSats(sats, priceCents))
  return {
    amountBtc: fromSats(amountSats),
    amountUsd: inUsd(amountSats),
    networkFeeBtc: fromSats(feeSats),
    networkFeeUsd: inUsd(feeSats),
    onChainAddress: await inTransaction(deps.db, (tx) => saveShownAddress(tx, { merchantId, store }, address)),
  }
}
