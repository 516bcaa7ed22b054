import type { Entry } from '../ledger/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Send, SendByKind, SendKind } from './table.ts'

export type SendStage = 'broadcast' | 'confirmed' | 'failed' | 'canceled'

/** What a kind of send does beyond moving coins. All but the first run in the transaction that changes the send. */
export type SendKindRules<Kind extends SendKind> = {
  /** Whether it may be signed yet. */
  mayLeave?: (db: Db, send: SendByKind[Kind]) => Promise<boolean>
  /** The entries to book at its first confirmation. A reorganization reverses them, and they may be booked again. */
  entries: (tx: Tx, send: SendByKind[Kind]) => Promise<Omit<Entry, 'usd8'>[]>
  /** After it was booked. */
  settled?: (tx: Tx, send: SendByKind[Kind]) => Promise<void>
  /** A reorganization removed it, and nothing has replaced it yet. */
  unsettled?: (tx: Tx, send: SendByKind[Kind]) => Promise<void>
  /** It failed permanently or was canceled: held money is returned. */
  ended?: (tx: Tx, send: SendByKind[Kind]) => Promise<void>
  /** The transaction that pays it is known or has changed. */
  onTxid?: (tx: Tx, send: SendByKind[Kind], txid: string) => Promise<void>
  /** Emails and webhook events. Of several transactions for one send only the first is announced as broadcast. */
  announce?: (tx: Tx, send: SendByKind[Kind], stage: SendStage) => Promise<void>
}

export type SendKinds = { [Kind in SendKind]: SendKindRules<Kind> }

/**
 * The rules of a send's own kind. The compiler can't see that both sides have the same kind, so the cast is here, once.
 */
export const rulesOf = (kinds: SendKinds, send: Send) => kinds[send.kind] as SendKindRules<SendKind>
