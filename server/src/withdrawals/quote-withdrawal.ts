import type { Body, Output } from '@bitquay/contract/call'
import { centsOfSats, fromCents, fromSats, satsForCents, toCents } from '@bitquay/contract/money'
import type { quoteWithdrawal as call } from '@bitquay/contract/withdrawals'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { scheduleAt } from '../fees/index.ts'
import { requireAddress } from '../platform/bitcoin/require-address.ts'
import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { getFreshPrice } from '../prices/index.ts'
import { previewPromoCode } from '../promo-codes/index.ts'
import { estimateNetworkFee, mostSendable, readAvailable } from '../sends/index.ts'
import { findStore } from '../stores/index.ts'

/** What a withdrawal would cost now, computed like the withdrawal itself. */
export const quoteWithdrawal = async (
  deps: Deps,
  merchantId: number,
  wish: Body<typeof call>,
): Promise<Output<typeof call>> => {
  const { db, config } = deps
  const store = await findStore(db, merchantId)
  if (store?.status !== 'ready') throw new ApiError('not-configured')
  if (wish.address !== undefined) requireAddress(wish.address, config.network)
  const terms = await computeWithdrawalTerms(db, wish.customerAmount)
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
  const networkFeeCents = centsOfSats(network.feeSats, terms.priceCents)
  const mostSats = mostSendable(available.freeSats - available.networkFeeSats, terms.amountSats, feeSats)
  return {
    ...presentFees({ ...terms, feeSats }),
    netAmountBtc: fromSats(terms.amountSats),
    networkFeeUsd: fromCents(networkFeeCents),
    networkFeeBtc: fromSats(network.feeSats),
    feeRate: Number(network.feeRate),
    // The sum of the figures above, so that it adds up to the cent.
    totalUsd: fromCents(terms.customerCents + centsOfSats(feeSats, terms.priceCents) + networkFeeCents),
    totalBtc: fromSats(totalSats),
    availableUsd: fromCents(mostSats > 0n ? (mostSats * terms.priceCents) / 100_000_000n : 0n),
    sufficient: totalSats <= available.freeSats,
    price: fromCents(terms.priceCents),
    promo: promo ? { code: promo.code, savesUsd: promo.savedUsd } : null,
  }
}

export type WithdrawalTerms = {
  priceCents: bigint
  customerCents: bigint
  amountSats: bigint
  /** The fee on the withdrawal, 0 in the default schedule, and the partners' part of it. */
  feeSats: bigint
  partnerFeeSats: bigint
  activePartners: number
}

/**
 * What a withdrawal costs at the present price, under the schedule in effect. The fee is split between platform and pool
 * as for deposits.
 */
export const computeWithdrawalTerms = async (db: Db, customerAmount: string): Promise<WithdrawalTerms> => {
  const priceCents = await getFreshPrice(db)
  const customerCents = toCents(customerAmount)
  const amountSats = satsForCents(customerCents, priceCents)
  return { priceCents, customerCents, amountSats, ...(await computeWithdrawalFee(db, amountSats)) }
}

/** The fee on a withdrawal of this amount. */
export const computeWithdrawalFee = async (db: Db, amountSats: bigint) => {
  const { rows } = await sql<{ fee: string; platform: string; pool: string; partners: bigint }>`
    select trunc(withdrawal_fee_percent * 1000)::text as fee, trunc(platform_fee_percent * 1000)::text as platform,
      trunc(partner_pool_percent * 1000)::text as pool, (select count(*) from partners where is_active) as partners
    from (${scheduleAt()}) s`.execute(db)
  const schedule = rows[0]
  if (!schedule) throw new Error('there is no fee schedule')
  const feeSats = (amountSats * BigInt(schedule.fee)) / 100_000n
  const [platform, pool] = [BigInt(schedule.platform), BigInt(schedule.pool)]
  const partnerFeeSats = platform + pool === 0n ? 0n : (feeSats * pool) / (platform + pool)
  return { feeSats, partnerFeeSats, activePartners: Number(schedule.partners) }
}

/** The spec's figures of a withdrawal's fee, in dollars. */
export const presentFees = (terms: {
  customerCents: bigint
  feeSats: bigint
  partnerFeeSats: bigint
  priceCents: bigint
  activePartners: number
}) => {
  const totalCents = centsOfSats(terms.feeSats, terms.priceCents)
  const partnerCents = centsOfSats(terms.partnerFeeSats, terms.priceCents)
  const perPartnerCents = terms.activePartners === 0 ? 0n : partnerCents / BigInt(terms.activePartners)
  return {
    customerAmount: fromCents(terms.customerCents),
    totalFee: fromCents(totalCents),
    partnerShare: fromCents(partnerCents),
    merchantShare: fromCents(totalCents - partnerCents),
    partnerSharePerPartner: fromCents(perPartnerCents),
    netAmountToSend: fromCents(terms.customerCents),
  }
}
