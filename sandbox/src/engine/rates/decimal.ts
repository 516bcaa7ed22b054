/**
 * Decimals for invoice arithmetic: a bigint that counts units of 10^-24. A bitcoin amount has at most 11 digits and a
 * rate at most 12, so products are exact. Only divisions round, each by a named rule.
 */
export type Decimal = bigint

export const SCALE = 24n
export const ONE: Decimal = 10n ** SCALE
export const SATOSHI: Decimal = ONE / 100_000_000n

/** Parses a plain decimal number. Undefined for anything else, or for more digits than can be stored. */
export const parseDecimal = (text: string): Decimal | undefined => {
  const match = /^(-?)(\d{1,30})(?:\.(\d{1,24}))?$/.exec(text)
  if (!match) return undefined
  const whole = BigInt(match[2] ?? '0') * ONE
  const fraction = BigInt((match[3] ?? '').padEnd(Number(SCALE), '0'))
  return match[1] === '-' ? -(whole + fraction) : whole + fraction
}

export const decimal = (text: string): Decimal => {
  const value = parseDecimal(text)
  if (value === undefined) throw new Error(`not a decimal: ${text}`)
  return value
}

/** Formats at least `digits` decimals, and more only where the value has them. */
export const formatDecimal = (value: Decimal, digits = 0): string => {
  const negative = value < 0n
  const absolute = negative ? -value : value
  const fraction = (absolute % ONE).toString().padStart(Number(SCALE), '0').replace(/0+$/, '').padEnd(digits, '0')
  const text = `${absolute / ONE}${fraction === '' ? '' : `.${fraction}`}`
  return negative && value !== 0n ? `-${text}` : text
}

export const multiply = (a: Decimal, b: Decimal): Decimal => (a * b) / ONE

/** a / b rounded up (towards plus infinity) to this many digits, as BTCPay rounds every amount due. */
export const divideUp = (a: Decimal, b: Decimal, digits: number): Decimal => {
  const unit = 10n ** (SCALE - BigInt(digits))
  return ceilDivide(a * ONE, b * unit) * unit
}

export const roundUp = (value: Decimal, digits: number): Decimal => divideUp(value, ONE, digits)

/** Half away from zero, as money is rounded to a currency's digits. */
export const roundHalfUp = (value: Decimal, digits: number): Decimal => {
  const unit = 10n ** (SCALE - BigInt(digits))
  const half = unit / 2n
  return value >= 0n ? ((value + half) / unit) * unit : -(((-value + half) / unit) * unit)
}

export const fromSats = (sats: bigint): Decimal => sats * SATOSHI

export const fromMillisats = (millisats: bigint): Decimal => (millisats * SATOSHI) / 1000n

/** Whole satoshis. Any fraction is dropped. */
export const toSats = (value: Decimal): bigint => value / SATOSHI

const ceilDivide = (a: bigint, b: bigint): bigint => {
  const quotient = a / b
  return a % b !== 0n && a > 0n === b > 0n ? quotient + 1n : quotient
}

/** A JSON number as plain decimal text, because JavaScript prints small and large ones with an exponent. */
export const plainNumber = (value: number): string | undefined => {
  if (!Number.isFinite(value)) return undefined
  const text = String(value)
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match
  const exponent = Number(exponentText)
  const digits = whole + fraction
  const point = whole.length + exponent
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return point >= digits.length
    ? `${sign}${digits}${'0'.repeat(point - digits.length)}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}
