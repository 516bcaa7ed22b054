/**
 * Percentages of the schedule are in thousandths of a percent: 3.000 is 3000n. Shares of partners are in hundredths:
 * 33.33 is 3333n.
 */
export type SplitTerms = {
  platformFeeMilliPercent: bigint
  partnerPoolMilliPercent: bigint
  markupMilliPercent: bigint
  partners: readonly { partnerId: number; shareCentiPercent: bigint }[]
}

export type PaymentSplit = {
  merchantSats: bigint
  feeSats: bigint
  platformSats: bigint
  /** Part of the platform's. */
  markupSats: bigint
  partners: { partnerId: number; sats: bigint }[]
}

const whole = 100_000n
const wholeShare = 10_000n

/**
 * Splits a payment. The whole fee is rounded down in the merchant's favor, and so are the pool and each partner's share
 * of it. The platform gets what rounding leaves of the fee and the part of the pool that no active partner holds.
 */
export const splitPayment = (amountSats: bigint, terms: SplitTerms): PaymentSplit => {
  const { platformFeeMilliPercent, partnerPoolMilliPercent, markupMilliPercent } = terms
  const feeSats = (amountSats * (platformFeeMilliPercent + partnerPoolMilliPercent + markupMilliPercent)) / whole
  const poolSats = (amountSats * partnerPoolMilliPercent) / whole
  const partners = splitPool(poolSats, terms.partners)
  const partnerSats = partners.reduce((sum, { sats }) => sum + sats, 0n)
  const markupSats = (amountSats * markupMilliPercent) / whole
  return { merchantSats: amountSats - feeSats, feeSats, platformSats: feeSats - partnerSats, markupSats, partners }
}

/** What each partner gets of the pool, rounded down. */
export const splitPool = (poolSats: bigint, partners: SplitTerms['partners']) =>
  partners
    .map(({ partnerId, shareCentiPercent }) => ({ partnerId, sats: (poolSats * shareCentiPercent) / wholeShare }))
    .filter(({ sats }) => sats > 0n)
