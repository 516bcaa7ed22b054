import type { Tx } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { findRedemption } from './redemptions.ts'
import { savePromoTransaction } from './table.ts'

/** Notes by which transaction the withdrawal was paid for which a code was used. */
export const notePromoTransaction = async (tx: Tx, sendId: number, txid: string): Promise<void> => {
  const redemption = await findRedemption(tx, sendId)
  if (!redemption) return
  await savePromoTransaction(tx, redemption.promoCodeId, txid)
  await noteChange(tx, 'admin', 'promo-codes')
}
