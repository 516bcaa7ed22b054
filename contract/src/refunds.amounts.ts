import { decimalsOf, divideHalfUp, findUnits, fromSats, fromUnits } from './money.ts'

/**
 * What one bitcoin cost in each currency when the customer paid: the invoice's own currency, and dollars. A refund in a
 * currency uses these rates, so that parts of a refund add up to what was paid, whatever the price is now.
 */
export type RefundRates = Readonly<Record<string, string>>

const satsPerBtc = 100_000_000n
const rateDecimals = 8

/**
 * How many satoshis an amount is, or undefined if there is no rate or the amount is not one of this currency. Rounded
 * down, so that several refunds never add up to more than the whole.
 */
export const toRefundSats = (amount: string, currency: string, rates: RefundRates): bigint | undefined => {
  const units = findUnitsOf(amount, currency)
  if (units === undefined) return undefined
  if (currency === 'BTC' || currency === 'SATS') return units
  const rate = findUnits(rates[currency] ?? '', rateDecimals)
  if (!rate) return undefined
  return (units * satsPerBtc * 10n ** BigInt(rateDecimals)) / (rate * 10n ** BigInt(decimalsOf(currency)))
}

/** The reverse, rounded to the nearest unit of the currency. */
export const fromRefundSats = (sats: bigint, currency: string, rates: RefundRates): string | undefined => {
  if (currency === 'BTC') return fromSats(sats)
  if (currency === 'SATS') return String(sats)
  const rate = findUnits(rates[currency] ?? '', rateDecimals)
  if (!rate) return undefined
  const decimals = decimalsOf(currency)
  const scale = satsPerBtc * 10n ** BigInt(rateDecimals)
  return fromUnits(divideHalfUp(sats * rate * 10n ** BigInt(decimals), scale), decimals)
}

/**
 * The satoshis that a refund of this amount pays. An amount that is shown as all that is left is exactly all that is
 * left, so that rounding neither leaves a satoshi behind nor asks for one too many.
 */
export const computeRefundSats = (
  { amount, currency }: { amount: string; currency: string },
  rates: RefundRates,
  leftSats: bigint,
): bigint | undefined => {
  const sats = toRefundSats(amount, currency, rates)
  if (sats === undefined) return undefined
  return normalizeAmount(amount, currency) === fromRefundSats(leftSats, currency, rates) ? leftSats : sats
}

/** The amount with exactly the decimals of its currency. Undefined if it has more. */
export const normalizeAmount = (amount: string, currency: string): string | undefined => {
  const units = findUnitsOf(amount, currency)
  return units === undefined ? undefined : fromUnits(units, decimalsOf(currency))
}

/** Zeros after a currency's smallest unit change nothing. */
const findUnitsOf = (amount: string, currency: string) =>
  findUnits(amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount, decimalsOf(currency))
