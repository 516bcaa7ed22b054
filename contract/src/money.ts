/**
 * Money between the wire and the code: decimal strings outside, whole units as bigint inside. Bitcoin is satoshis.
 * Dollars are cents where people are paid and hundred-millionths ("usd8") where shares of small payments are stored.
 */

const decimal = /^(-?)(\d{1,20})(?:\.(\d+))?$/

/** Amounts are stored with eight decimals. Zeros after a currency's smallest unit change nothing. */
export const trimZeros = (amount: string) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

/** Exact. Undefined for anything that isn't a plain decimal with at most that many decimals. */
export const findUnits = (text: string, decimals: number): bigint | undefined => {
  const match = decimal.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', fraction = ''] = match
  if (fraction.length > decimals) return undefined
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return sign ? -units : units
}

export const fromUnits = (units: bigint, decimals: number): string => {
  if (decimals === 0) return String(units)
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** JavaScript formats a few satoshis as 1e-7. The same amount digit by digit, and any other text as it is. */
export const withoutExponent = (text: string) => {
  const match = /^(\d)(?:\.(\d+))?e-(\d{1,3})$/.exec(text)
  if (!match) return text
  const [, first = '', rest = '', places] = match
  return `0.${`${first}${rest}`.padStart(Number(places) + rest.length, '0').padEnd(8, '0')}`
}

const required = (text: string, units: bigint | undefined, unit: string) => {
  if (units === undefined) throw new RangeError(`"${text}" is not an amount in ${unit}`)
  return units
}

export const findSats = (btc: string) => findUnits(btc, 8)
export const toSats = (btc: string) => required(btc, findUnits(btc, 8), 'BTC')
export const fromSats = (sats: bigint) => fromUnits(sats, 8)

export const findCents = (usd: string) => findUnits(usd, 2)
export const toCents = (usd: string) => required(usd, findUnits(usd, 2), 'USD')
export const fromCents = (cents: bigint) => fromUnits(cents, 2)

export const toUsd8 = (usd: string) => required(usd, findUnits(usd, 8), 'USD')
export const fromUsd8 = (usd8: bigint) => fromUnits(usd8, 8)

/** Rounds half away from zero. */
export const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => {
  const negative = dividend < 0n !== divisor < 0n
  const [a, b] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const quotient = (2n * a + b) / (2n * b)
  return negative ? -quotient : quotient
}

const satsPerBtc = 100_000_000n

/** The value of satoshis, at a price in cents for one bitcoin, to the hundred-millionth of a dollar. */
export const usd8OfSats = (sats: bigint, priceCents: bigint) => divideHalfUp(sats * priceCents, 100n)
/** The same to the cent. */
export const centsOfSats = (sats: bigint, priceCents: bigint) => divideHalfUp(sats * priceCents, satsPerBtc)
export const centsOfUsd8 = (usd8: bigint) => divideHalfUp(usd8, 1_000_000n)
/** Converts the ledger's eight decimals to dollars and cents. */
export const toDollars = (usd: string) => fromCents(centsOfUsd8(toUsd8(usd)))

/** How many satoshis pay an amount: rounded up, so the payee never gets less than requested. */
export const satsForCents = (cents: bigint, priceCents: bigint) => (cents * satsPerBtc + priceCents - 1n) / priceCents

const withoutDecimals = 'SATS BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const withThreeDecimals = 'BHD IQD JOD KWD LYD OMR TND'

/** The number of decimals of a currency, by ISO 4217. */
export const decimalsOf = (currency: string) => {
  if (currency === 'BTC') return 8
  if (withoutDecimals.split(' ').includes(currency)) return 0
  return withThreeDecimals.split(' ').includes(currency) ? 3 : 2
}
