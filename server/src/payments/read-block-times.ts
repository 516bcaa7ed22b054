import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { refreshPrice } from '../prices/index.ts'
import type { Coin, WalletTransactionReading } from '../stores/index.ts'
import { readDetails, saveDetails } from '../transactions/index.ts'
import { findLateLooking } from './queries.ts'
import type { BlockTimes } from './rate-attempt.ts'

type Read = { deps: Deps; merchantId: number; funds: { coins: readonly Coin[] } }

/**
 * Payments that seem to come after the price of their attempt has ended may have come while our server was down. Asks
 * the explorer when their blocks were found and what they replaced, before anything is decided about them. A merchant's
 * own server isn't asked.
 */
export const readBlockTimes = async (
  { deps, merchantId, funds }: Read,
  page: readonly WalletTransactionReading[],
): Promise<BlockTimes> => {
  const times = new Map<string, Date>()
  const txids = await findLateLooking(deps.db, merchantId, page, funds.coins)
  if (txids.length > 0) await refreshPrice(deps)
  for (const txid of txids) {
    const details = await readDetails(deps, txid)
    if (details) await inTransaction(deps.db, (tx) => saveDetails(tx, txid, details))
    if (details?.blockAt) times.set(txid, details.blockAt)
  }
  return times
}
