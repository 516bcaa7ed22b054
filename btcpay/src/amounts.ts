/** Thrown when a text isn't an exact amount in the requested unit. */
export class AmountFormatError extends Error {
  override name = 'AmountFormatError'
}

const MSATS_PER_SAT = 1000n
const BTC_DECIMALS = 8
const MSAT_DECIMALS = 11
const MAX_SUPPLY_SATS = 21_000_000n * 100_000_000n

/** `'0.00012'` → `12000n`. Refuses anything that isn't exactly a whole number of satoshis. */
export const btcToSats = (btc: string): bigint => scaleDecimal(btc, BTC_DECIMALS, MAX_SUPPLY_SATS)

/** For Lightning values of invoices, which BTCPay writes in BTC with up to 11 decimals. */
export const btcToMsats = (btc: string): bigint => scaleDecimal(btc, MSAT_DECIMALS, MAX_SUPPLY_SATS * MSATS_PER_SAT)

/** `12000n` → `'0.00012000'`: always eight decimals, as BTCPay and nodes format it. */
export const satsToBtc = (sats: bigint): string => {
  const digits = (sats < 0n ? -sats : sats).toString().padStart(BTC_DECIMALS + 1, '0')
  const point = digits.length - BTC_DECIMALS
  return `${sats < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** For Lightning's own amounts: `'1000000'` → `1000000n`. */
export const parseMsats = (text: string): bigint => scaleDecimal(requireWhole(text), 0, MAX_SUPPLY_SATS * MSATS_PER_SAT)

/** For what a Lightning node holds on-chain: `'1000'` → `1000n`. */
export const parseSats = (text: string): bigint => scaleDecimal(requireWhole(text), 0, MAX_SUPPLY_SATS)

/** Rounds towards minus infinity, so a fraction of a satoshi is never counted as ours. */
export const msatsToSatsRoundedDown = (msats: bigint): bigint => {
  const sats = msats / MSATS_PER_SAT
  return msats < 0n && msats % MSATS_PER_SAT !== 0n ? sats - 1n : sats
}

export const satsToMsats = (sats: bigint): bigint => sats * MSATS_PER_SAT

const requireWhole = (text: string): string => {
  if (!/^-?\d+$/.test(text)) throw new AmountFormatError(`not a whole number: ${quote(text)}`)
  return text
}

/**
 * The pattern allows no exponent, sign, space or separator that a lenient parser would guess at. Zeros beyond the
 * unit's decimals change nothing and are allowed, because C# keeps the zeros of a calculation.
 */
const scaleDecimal = (text: string, decimals: number, limit: bigint): bigint => {
  const match = /^(-?)(\d{1,29})(?:\.(\d{1,28}))?$/.exec(text)
  if (match === null) throw new AmountFormatError(`not a decimal amount: ${quote(text)}`)
  const [, sign = '', whole = '', fraction = ''] = match
  if (/[1-9]/.test(fraction.slice(decimals))) {
    throw new AmountFormatError(`more than ${decimals} decimals: ${quote(text)}`)
  }
  const scaled = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  if (scaled > limit) throw new AmountFormatError(`more than there will ever be: ${quote(text)}`)
  return sign === '-' ? -scaled : scaled
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 40))
