import type { Body, Output } from '@bitquay/contract/call'
import { centsOfSats, fromCents, fromSats } from '@bitquay/contract/money'
import type { quoteWithdrawal as call } from '@bitquay/contract/withdrawals'
import { estimateNetworkFee } from '../balances/network-fee.ts'
import { readAvailable } from '../balances/read-available.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { getFreshPrice } from '../prices/fresh-price.ts'
import { previewPromoCode } from '../promo-codes/preview-promo-code.ts'
import { mostSendable } from '../sends/request-send.ts'
import { requireAddress } from '../sends/require-address.ts'
import { findStore } from '../stores/store.ts'
import { computeWithdrawalTerms, presentFees } from './withdrawal-terms.ts'

/** What a withdrawal would cost now, computed as the withdrawal itself would be. */
export const quoteWithdrawal = async (
  deps: Deps,
  merchantId: number,
  wish: Body<typeof call>,
): Promise<Output<typeof call>> => {
  const { db, config } = deps
  const store = await findStore(db, merchantId)
  if (store?.status !== 'ready') throw new ApiError('not-configured')
  if (wish.address !== undefined) requireAddress(wish.address, config.network)
  const terms = await computeWithdrawalTerms(db, wish.customerAmount, await getFreshPrice(db))
  const promo =
    wish.promoCode === undefined
      ? undefined
      : await previewPromoCode(db, {
          code: wish.promoCode,
          merchantId,
          amountSats: terms.amountSats,
          platformFeeSats: terms.feeSats - terms.partnerFeeSats,
          priceCents: terms.priceCents,
        })
  const feeSats = promo ? terms.partnerFeeSats : terms.feeSats
  const network = await estimateNetworkFee(db, store.id, terms.amountSats)
  const available = await readAvailable(db, store.id)
  const totalSats = terms.amountSats + feeSats + network.feeSats
  const usd = (sats: bigint) => fromCents(centsOfSats(sats, terms.priceCents))
  const leftSats = available.freeSats - network.feeSats
  const sufficient = totalSats <= available.freeSats
  const freeSats = sufficient ? leftSats - feeSats : mostSendable(leftSats, terms.amountSats, feeSats)
  return {
    ...presentFees({ ...terms, feeSats }),
    netAmountBtc: fromSats(terms.amountSats),
    networkFeeUsd: usd(network.feeSats),
    networkFeeBtc: fromSats(network.feeSats),
    feeRate: Number(network.feeRate),
    totalUsd: usd(totalSats),
    availableUsd: fromCents(freeSats > 0n ? (freeSats * terms.priceCents) / 100_000_000n : 0n),
    sufficient,
    price: fromCents(terms.priceCents),
    promo: promo ? { code: promo.code, savesUsd: promo.savedUsd } : null,
  }
}
