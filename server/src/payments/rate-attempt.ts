import { toCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { recordRate } from '../invoices/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { refreshPrice, roundToCents } from '../prices/index.ts'
import type { Coin, WalletTransactionReading } from '../stores/index.ts'
import { lowerPrice, readDetails, saveDetails, type TransactionRow } from '../transactions/index.ts'
import { findLateLooking } from './queries.ts'

/** When blocks were found, by the transactions in them. Only of payments that may have come while our server was down. */
export type BlockTimes = ReadonlyMap<string, Date>

export const noBlockTimes: BlockTimes = new Map()

/**
 * Decides what a payment to an attempt of an invoice with a due date counts for, when it is seen and again when it is
 * confirmed. Late in dollars, it is worth no more than it counts for. Any other payment stays as it is.
 */
export const rateAttempt = async (
  tx: Tx,
  row: TransactionRow,
  isConfirmed: boolean,
  blockTimes: BlockTimes,
): Promise<TransactionRow> => {
  if (row.attemptId === null) return row
  const late = await recordRate(tx, row.id, { isConfirmed, blockAt: blockTimes.get(row.txid) })
  if (late?.currency !== 'USD') return row
  const cents = roundToCents(late.rate)
  return cents < toCents(row.btcPrice ?? '0') ? lowerPrice(tx, row, cents) : row
}

/**
 * Payments that seem to come after the price of their attempt has ended may have come while our server was down. Asks
 * the explorer when their blocks were found and what they replaced, before anything is decided about them. A merchant's
 * own server isn't asked.
 */
export const readBlockTimes = async (
  deps: Deps,
  merchantId: number,
  page: readonly WalletTransactionReading[],
  coins: readonly Coin[],
): Promise<BlockTimes> => {
  const times = new Map<string, Date>()
  const txids = await findLateLooking(deps.db, merchantId, page, coins)
  if (txids.length > 0) await refreshPrice(deps)
  for (const txid of txids) {
    const details = await readDetails(deps, txid)
    if (details) await inTransaction(deps.db, (tx) => saveDetails(tx, txid, details))
    if (details?.blockAt) times.set(txid, details.blockAt)
  }
  return times
}
