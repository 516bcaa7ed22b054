import { divideHalfUp, findUnits, fromUnits } from '@bitquay/contract/money'

/** What was paid to an attempt. Pending payments stand until they fail, confirmed ones are settled. */
export type PaidAttempt = {
  /** The part of the invoice's price that it asked for. */
  price: string
  amountSats: bigint
  standingSats: bigint
  settledSats: bigint
  /** Those of its payments that count at a lower rate, because they came late. */
  cheaper: readonly CheaperPayment[]
}

export type CheaperPayment = {
  sats: bigint
  /** What one bitcoin counts for, in the invoice's currency. */
  rate: string
  isSettled: boolean
}

export type DueFigures = {
  status: 'new' | 'processing' | 'settled'
  additionalStatus: 'none' | 'paid-partial' | 'paid-over'
  paidSats: bigint
  /** What is left of the price, with twelve decimals. Negative if too much was paid. */
  rest: bigint
}

const decimals = 12

/**
 * Adds up what was paid to all attempts of an invoice, in its own currency. Each payment counts at the rate of its
 * attempt, so that an attempt that was paid to the satoshi is worth exactly the price that it asked for. One that came
 * late may count for less.
 */
export const computeDue = (
  price: string,
  tolerancePercent: number | undefined,
  attempts: readonly PaidAttempt[],
): DueFigures => {
  const whole = toFine(price)
  const standing = sumOf(attempts, standingValueOf)
  const settled = sumOf(attempts, (attempt) =>
    valueOf(
      attempt,
      attempt.settledSats,
      attempt.cheaper.filter(({ isSettled }) => isSettled),
    ),
  )
  const isEnough = (value: bigint) => value > 0n && value * 10_000n >= whole * toleratedShare(tolerancePercent)
  const status = isEnough(settled) ? 'settled' : isEnough(standing) ? 'processing' : 'new'
  return {
    status,
    additionalStatus: additionalOf(status, standing, whole),
    paidSats: sumOf(attempts, ({ standingSats }) => standingSats),
    rest: whole - standing,
  }
}

/** The part of the price that must be paid, in hundredths of a percent. */
const toleratedShare = (tolerancePercent = 0) => 10_000n - BigInt(Math.round(tolerancePercent * 100))

const additionalOf = (status: DueFigures['status'], standing: bigint, whole: bigint) => {
  if (standing > whole) return 'paid-over'
  return status === 'new' && standing > 0n ? 'paid-partial' : 'none'
}

/** What all payments of an attempt that have not failed count for, with twelve decimals. */
export const standingValueOf = (attempt: PaidAttempt) => valueOf(attempt, attempt.standingSats, attempt.cheaper)

const valueOf = ({ price, amountSats }: PaidAttempt, sats: bigint, cheaper: readonly CheaperPayment[]) => {
  const inTime = sats - sumOf(cheaper, (payment) => payment.sats)
  return divideHalfUp(toFine(price) * inTime, amountSats) + sumOf(cheaper, valueAtRate)
}

/** What satoshis are worth at a rate. Rounded down, so that nobody pays too little. */
export const valueAtRate = ({ sats, rate }: Pick<CheaperPayment, 'sats' | 'rate'>) =>
  (toFine(rate) * sats) / 100_000_000n

/** What is left in satoshis, at the rate of an attempt. Rounded up, so that nobody pays too little. */
export const restInSats = (rest: bigint, { price, amountSats }: Pick<PaidAttempt, 'price' | 'amountSats'>): bigint => {
  const part = rest * amountSats
  const whole = toFine(price)
  return rest > 0n ? (part + whole - 1n) / whole : part / whole
}

/** What the engine is asked for: the rest, rounded up to the smallest unit of the currency. */
export const roundUpTo = (rest: bigint, currencyDecimals: number): string => {
  const unit = 10n ** BigInt(decimals - currencyDecimals)
  return fromUnits((rest + unit - 1n) / unit, currencyDecimals)
}

export const fromFine = (value: bigint) => fromUnits(value, decimals)

export const toFine = (decimal: string): bigint => {
  const units = findUnits(decimal, decimals)
  if (units === undefined) throw new Error(`${decimal} is not an amount`)
  return units
}

const sumOf = <T>(values: readonly T[], of: (value: T) => bigint) => values.reduce((sum, value) => sum + of(value), 0n)
