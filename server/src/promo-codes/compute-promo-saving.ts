import { centsOfSats, fromCents } from '@bitquay/contract/money'

const wholeMilliPercent = 100_000n

export type PromoSaving = {
  /** Of the withdrawal's own fee. */
  waivedSats: bigint
  /** Of fees that were owed before. */
  forgivenSats: bigint
  savedUsd: string
}

/** Accrued platform fees are forgiven up to the platform's percentage of the withdrawal, rounded down. */
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
