import type { Tx } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { undoRedemption } from './redeem-promo-code.ts'
import { markGivenBack } from './redemptions.ts'
import { changeReserved, findFeeParts, saveFeePart } from './table.fee-parts.ts'
import { markPromoCodeUnused } from './table.ts'

/** A withdrawal that failed or was canceled releases its code, once, and the fees that were reserved for it. */
export const giveBackPromoCode = async (tx: Tx, sendId: number): Promise<void> => {
  // Before codes were reserved, they forgave at the request.
  await undoRedemption(tx, sendId)
  const redemption = await markGivenBack(tx, sendId)
  if (!redemption) return
  for (const part of await findFeeParts(tx, sendId)) {
    await changeReserved(tx, part.feeId, -part.amountSats)
    await saveFeePart(tx, part, 0n)
  }
  await markPromoCodeUnused(tx, redemption.promoCodeId)
  await noteChange(tx, 'admin', 'promo-codes')
}
