import { type Entry, type Owner, postTransfer } from '../../modules/ledger/post-transfer.ts'
import { priceEntries } from '../../modules/ledger/price-entries.ts'
import { findPromoCode, markPromoCodeUsed } from '../../modules/promo-codes/promo-code.ts'
import { saveRedemption } from '../../modules/promo-codes/redemptions.ts'
import { findStore, lockStore } from '../../modules/stores/store.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { noteChange } from '../../platform/events/note-change.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { PromoSaving } from './compute-promo-saving.ts'
import { type PromoUse, readSaving, requireUsable } from './preview-promo-code.ts'

/**
 * Redeems a code for a send, in the transaction that writes the send. The code's row decides who of several is first;
 * the store's lock keeps two codes of one merchant from forgiving the same fees.
 */
export const redeemPromoCode = async (
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
  const transferId = await forgive(tx, use, saving.forgivenSats)
  await saveRedemption(tx, {
    sendId: use.sendId,
    promoCodeId: used.id,
    merchantId: use.merchantId,
    ...saving,
    transferId,
  })
  await noteChange(tx, 'admin', 'promo-codes')
  return { promoCodeId: used.id, code: used.code, ...saving }
}

const forgive = async (tx: Tx, use: PromoUse & { sendId: number }, sats: bigint): Promise<bigint | null> => {
  if (sats === 0n) return null
  const platform: Owner = { kind: 'platform' }
  const entries: Omit<Entry, 'usd8'>[] = [
    { owner: platform, account: 'forgiven', sats },
    { owner: { kind: 'merchant', id: use.merchantId }, account: 'fees-owed', sats: -sats },
  ]
  const transferId = await postTransfer(tx, {
    kind: 'promo',
    reference: String(use.sendId),
    priceCents: use.priceCents,
    entries: priceEntries(entries, use.priceCents),
  })
  if (transferId === undefined) throw new Error(`send ${use.sendId} has redeemed a promo code before`)
  return transferId
}
