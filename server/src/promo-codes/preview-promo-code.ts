import { centsOfSats, fromCents } from '@bitquay/contract/money'
import { findFeeSchedules } from '../fees/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { readForgivableFees } from './queries.ts'
import { findPromoCode, type PromoCodeRow } from './table.ts'

export type PromoUse = {
  code: string
  merchantId: number
  amountSats: bigint
  /** The platform's part of the withdrawal's own fee, which the code waives. */
  platformFeeSats: bigint
  priceCents: bigint
}

/** What a code would do for a withdrawal now. Refuses an unusable code with the reason. */
export const previewPromoCode = async (
  db: Db | Tx,
  use: PromoUse,
): Promise<PromoSaving & { promoCodeId: number; code: string }> => {
  const found = requireUsable(await findPromoCode(db, use.code))
  return { promoCodeId: found.id, code: found.code, ...(await readSaving(db, use)) }
}

export const readSaving = async (db: Db | Tx, use: PromoUse): Promise<PromoSaving> => {
  const { current } = await findFeeSchedules(db)
  return computePromoSaving({
    ...use,
    forgivableSats: await readForgivableFees(db, use.merchantId),
    // The schedule's percentages have three decimals, so a thousand times one is an integer.
    platformFeeMilliPercent: BigInt(Math.round(current.platformFeePercent * 1000)),
  })
}

export const requireUsable = (found: PromoCodeRow | undefined): PromoCodeRow => {
  if (!found || found.revokedAt !== null) throw new ApiError('invalid-promo-code')
  if (found.isUsed) throw new ApiError('invalid-promo-code', { message: 'This promo code has already been used.' })
  if (found.expired) throw new ApiError('invalid-promo-code', { message: 'This promo code has expired.' })
  if (found.suspendedAt !== null)
    throw new ApiError('invalid-promo-code', {
      message: 'This promo code is suspended for a check. Leave it out, or ask us about it.',
    })
  return found
}

const wholeMilliPercent = 100_000n

export type PromoSaving = {
  /** Of the withdrawal's own fee. */
  waivedSats: bigint
  /** Of fees that were owed before. */
  forgivenSats: bigint
  savedUsd: string
}

/** Forgives owed platform fees up to the platform's percentage of the withdrawal, rounded down. */
export const computePromoSaving = (given: {
  amountSats: bigint
  platformFeeSats: bigint
  priceCents: bigint
  forgivableSats: bigint
  platformFeeMilliPercent: bigint
}): PromoSaving => {
  const limitSats = (given.amountSats * given.platformFeeMilliPercent) / wholeMilliPercent
  const forgivenSats = given.forgivableSats < limitSats ? given.forgivableSats : limitSats
  const savedUsd = fromCents(centsOfSats(given.platformFeeSats + forgivenSats, given.priceCents))
  return { waivedSats: given.platformFeeSats, forgivenSats, savedUsd }
}
