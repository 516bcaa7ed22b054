import type { Entry } from '../ledger/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Send, SendByKind, SendKind } from './table.ts'

export type SendStage = 'broadcast' | 'confirmed' | 'failed'

/** What a kind of send means beyond its coins. All but the first happens in the transaction that moves the send on. */
export type SendKindRules<Kind extends SendKind> = {
  /** Whether it may be signed yet. */
  mayLeave?: (db: Db, send: SendByKind[Kind]) => Promise<boolean>
  /** The movement to book with its first confirmation; reversed when the chain takes it back, and booked again after. */
  entries: (tx: Tx, send: SendByKind[Kind]) => Promise<Omit<Entry, 'usd8'>[]>
  /** After it was booked. */
  settled?: (tx: Tx, send: SendByKind[Kind]) => Promise<void>
  /** The chain took it back, and nothing else has taken its place yet. */
  unsettled?: (tx: Tx, send: SendByKind[Kind]) => Promise<void>
  /** It failed for good or was cancelled: what was held goes back. */
  ended?: (tx: Tx, send: SendByKind[Kind]) => Promise<void>
  /** The transaction that pays it is known, or it is another one now. */
  onTxid?: (tx: Tx, send: SendByKind[Kind], txid: string) => Promise<void>
  /** Emails and webhook events. Of several transactions for one send only the first is announced as broadcast. */
  announce?: (tx: Tx, send: SendByKind[Kind], stage: SendStage) => Promise<void>
}

export type SendKinds = { [Kind in SendKind]: SendKindRules<Kind> }

/** The rules of a send's own kind. The compiler can't see that both sides have the same kind, so it is said here, once. */
export const rulesOf = (kinds: SendKinds, send: Send) => kinds[send.kind] as SendKindRules<SendKind>
