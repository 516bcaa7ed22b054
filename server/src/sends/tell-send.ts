import type { Tx } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import type { Send } from './table.ts'

/** Whoever looks at this money reads it again. */
export const tellSend = async (tx: Tx, send: Send) => {
  if (send.merchantId !== null) {
    for (const topic of ['sends', 'balance', 'transactions'] as const) {
      await noteChange(tx, `merchant:${send.merchantId}`, topic)
    }
  }
  if (send.partnerId !== null) {
    for (const topic of ['sends', 'partners'] as const) await noteChange(tx, `partner:${send.partnerId}`, topic)
  }
  await noteChange(tx, 'admin', 'sends')
}
