import { announce } from '../facts/index.ts'
import { assignCollections, changeForgiven, changeReserved } from '../fees/index.ts'
import { findBalance } from '../ledger/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { promoCodeUsed } from './facts.ts'
import { postForgiveness } from './post-forgiveness.ts'
import { findFeeParts, findPartsOfFee, saveFeePart } from './table.fee-parts.ts'
import {
  findRedemption,
  markConfirmed,
  markPromoCodeUnused,
  markReleased,
  savePromoTransaction,
  saveSaving,
} from './table.ts'

/**
 * Forgives what a code reserved, once the withdrawal has confirmed. The caller holds the store's lock. A fee that the
 * merchant's credit has paid in the meantime is not forgiven, and never more than is owed, so that owed fees do not go
 * below zero.
 */
export const redeemPromoCode = async (tx: Tx, sendId: number): Promise<void> => {
  const redemption = await findRedemption(tx, sendId)
  if (!redemption || redemption.confirmedAt !== null) return
  const { merchantId } = redemption
  const owedSats = await findBalance(tx, { kind: 'merchant', id: merchantId }, 'fees-owed')
  let leftSats = owedSats > 0n ? owedSats : 0n
  let forgivenSats = 0n
  for (const part of await findFeeParts(tx, sendId)) {
    const sats = part.isCollected ? 0n : part.amountSats < leftSats ? part.amountSats : leftSats
    await changeReserved(tx, part.feeId, -part.amountSats)
    if (sats > 0n) await changeForgiven(tx, part.feeId, sats)
    await saveFeePart(tx, part, sats)
    leftSats -= sats
    forgivenSats += sats
  }
  await postForgiveness(tx, redemption, forgivenSats)
  await markConfirmed(tx, sendId, true)
  await saveSaving(tx, sendId)
  await assignCollections(tx, merchantId)
  await announce(tx, promoCodeUsed, {})
}

/** A reorganization removed the withdrawal: what was forgiven is owed again and stays reserved. */
export const undoRedemption = async (tx: Tx, sendId: number): Promise<void> => {
  const redemption = await findRedemption(tx, sendId)
  if (!redemption || redemption.confirmedAt === null) return
  await postForgiveness(tx, redemption, -redemption.postedSats)
  for (const part of await findFeeParts(tx, sendId)) {
    await changeForgiven(tx, part.feeId, -part.amountSats)
    await changeReserved(tx, part.feeId, part.amountSats)
  }
  await markConfirmed(tx, sendId, false)
  await assignCollections(tx, redemption.merchantId)
  await announce(tx, promoCodeUsed, {})
}

/** A failed or canceled withdrawal releases its code once, with the fees that were reserved for it. */
export const releasePromoCode = async (tx: Tx, sendId: number): Promise<void> => {
  // Earlier versions forgave at the request, before codes were reserved.
  await undoRedemption(tx, sendId)
  const redemption = await markReleased(tx, sendId)
  if (!redemption) return
  for (const part of await findFeeParts(tx, sendId)) {
    await changeReserved(tx, part.feeId, -part.amountSats)
    await saveFeePart(tx, part, 0n)
  }
  await markPromoCodeUnused(tx, redemption.promoCodeId)
  await announce(tx, promoCodeUsed, {})
}

/** Saves the transaction of the withdrawal that a code was used for. */
export const savePromoTransactionId = async (tx: Tx, sendId: number, txid: string): Promise<void> => {
  const redemption = await findRedemption(tx, sendId)
  if (!redemption) return
  await savePromoTransaction(tx, redemption.promoCodeId, txid)
  await announce(tx, promoCodeUsed, {})
}

/** The payment of a fee is reversed: what a promo code forgave or reserved of the fee is reversed with it. */
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
    await announce(tx, promoCodeUsed, {})
  }
}
