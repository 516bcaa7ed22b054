import { toCents } from '@bitquay/contract/money'
import { recordRate } from '../invoices/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { roundToCents } from '../prices/index.ts'
import { lowerPrice, type TransactionRow } from '../transactions/index.ts'

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
