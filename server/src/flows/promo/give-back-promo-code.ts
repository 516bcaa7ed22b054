import { reverseTransfer } from '../../modules/ledger/post-transfer.ts'
import { markPromoCodeUnused } from '../../modules/promo-codes/promo-code.ts'
import { markGivenBack } from '../../modules/promo-codes/redemptions.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { noteChange } from '../../platform/events/note-change.ts'

/** A send that failed or was called off gives its code back, once, and what was forgiven is owed again. */
export const giveBackPromoCode = async (tx: Tx, sendId: number): Promise<void> => {
  const redemption = await markGivenBack(tx, sendId)
  if (!redemption) return
  if (redemption.transferId !== null) await reverseTransfer(tx, redemption.transferId, `promo:${sendId}`)
  await markPromoCodeUnused(tx, redemption.promoCodeId)
  await noteChange(tx, 'admin', 'promo-codes')
}
