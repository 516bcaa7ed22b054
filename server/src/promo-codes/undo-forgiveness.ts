import { changeForgiven } from '../fees/collections.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { postForgiveness } from './post-forgiveness.ts'
import { findRedemption } from './redemptions.ts'
import { saveSaving } from './save-saving.ts'
import { changeReserved, findPartsOfFee, saveFeePart } from './table.fee-parts.ts'

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
