import { announce } from '../facts/index.ts'
import { changeReserved } from '../fees/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findStore, lockStore } from '../stores/index.ts'
import { promoCodeUsed } from './facts.ts'
import { type PromoSaving, type PromoUse, readSaving, requireUsable } from './preview-promo-code.ts'
import { saveFeeParts } from './table.fee-parts.ts'
import { findPromoCode, markPromoCodeUsed, saveRedemption } from './table.ts'

/**
 * Reserves a code for a withdrawal, in the transaction that saves the withdrawal, together with the fees that it will
 * forgive. Nothing is forgiven before the withdrawal confirms. The code's row decides which of several requests is
 * first. The store's lock keeps two codes of one merchant from reserving the same fees.
 */
export const reservePromoCode = async (
  tx: Tx,
  use: PromoUse & { sendId: number },
): Promise<PromoSaving & { promoCodeId: number; code: string }> => {
  const store = await findStore(tx, use.merchantId)
  if (store) await lockStore(tx, store.id)
  const saving = await readSaving(tx, use)
  const used = await markPromoCodeUsed(tx, use.code, { merchantId: use.merchantId, savedUsd: saving.savedUsd })
  if (!used) {
    requireUsable(await findPromoCode(tx, use.code))
    throw new ApiError('invalid-promo-code')
  }
  await saveRedemption(tx, { sendId: use.sendId, promoCodeId: used.id, merchantId: use.merchantId, ...saving })
  const parts = await saveFeeParts(tx, { sendId: use.sendId, merchantId: use.merchantId, sats: saving.forgivenSats })
  for (const { feeId, amountSats } of parts) await changeReserved(tx, feeId, amountSats)
  await announce(tx, promoCodeUsed, {})
  return { promoCodeId: used.id, code: used.code, ...saving }
}
