import type { Tx } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'

/** Whoever looks at this request, or at the Lightning balance, reads it again. */
export const tellLoopOut = async (tx: Tx, merchantId: number) => {
  for (const topic of ['loop-outs', 'balance'] as const) await noteChange(tx, `merchant:${merchantId}`, topic)
  await noteChange(tx, 'admin', 'loop-outs')
}
