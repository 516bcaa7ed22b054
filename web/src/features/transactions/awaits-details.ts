import type { Transaction } from '@bitquay/contract/transactions'

type Known = Pick<Transaction, 'paymentMethod' | 'inputs' | 'timestamp'>

const patienceSeconds = 120

/**
 * An explorer tells who paid a moment after the payment was seen. Where one was seen just now, it is worth asking soon;
 * where nothing was told for minutes, there may be no explorer.
 */
export const awaitsDetails = (transactions: readonly Known[], nowMs: number): boolean =>
  transactions.some(
    ({ paymentMethod, inputs, timestamp }) =>
      paymentMethod === 'BTC' && inputs === null && nowMs / 1000 - timestamp < patienceSeconds,
  )
