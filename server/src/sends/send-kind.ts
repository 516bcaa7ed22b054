import type { Entry } from '../ledger/table.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Send } from './table.ts'

/** What a kind of send means beyond its coins. All of it happens in the transaction that moves the send on. */
export type Consequence = {
  /** The movement to book with its first confirmation; reversed when the chain takes it back, and booked again after. */
  entries: (tx: Tx, send: Send) => Promise<Omit<Entry, 'usd8'>[]>
  /** After it was booked. */
  settled: (tx: Tx, send: Send) => Promise<void>
  /** The chain took it back, and nothing else has taken its place yet. */
  unsettled: (tx: Tx, send: Send) => Promise<void>
  /** It failed for good or was called off: what was held goes back. */
  ended: (tx: Tx, send: Send) => Promise<void>
}

export const nothing = async () => undefined
