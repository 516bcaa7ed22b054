import { changeForgiven } from '../../modules/fees/collections.ts'
import { changeReserved, findPartsOfFee, saveFeePart } from '../../modules/promo-codes/fee-parts.ts'
import { findRedemption } from '../../modules/promo-codes/redemptions.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { noteChange } from '../../platform/events/note-change.ts'
import { postForgiveness } from './post-forgiveness.ts'
import { saveSaving } from './save-saving.ts'

/** The payment behind a fee is reversed: what a promo code forgave of the fee, or reserved of it, is reversed with it. */
export const undoForgivenessOfFee = async (tx: Tx, transferId: bigint): Promise<void> => {
  for (const part of await findPartsOfFee(tx, transferId)) {
    const redemption = await findRedemption(tx, part.sendId)
    if (!redemption) continue
    if (redemption.confirmedAt === null) {
      await changeReserved(tx, part.feeId, -part.amountSats)
    } else {
      await postForgiveness(tx, redemption, -part.amountSats)
      await changeForgiven(tx, part.feeId, -part.amountSats)
    }
    await saveFeePart(tx, part, 0n)
    await saveSaving(tx, part.sendId)
    await noteChange(tx, 'admin', 'promo-codes')
  }
}
