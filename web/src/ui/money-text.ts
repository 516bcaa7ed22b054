/** Money arrives as decimal strings and is only ever cut and grouped as text, never turned into a float. */

type UsdParts = { minus: boolean; dollars: string; cents: string }
type BtcParts = { minus: boolean; groups: { zeros: string; digits: string }[] }

/** `-1060.5` becomes 1,060 and 50; more than two decimals round half up, away from zero. */
export const splitUsd = (amount: string): UsdParts => {
  const { minus, units } = toUnits(amount, 2)
  const text = units.padStart(3, '0')
  return { minus, dollars: groupThousands(text.slice(0, -2)), cents: text.slice(-2) }
}

/** With a true minus before the dollar sign, and a plus when asked for. */
export const formatUsd = (amount: string, sign: 'auto' | 'always' = 'auto'): string => {
  const { minus, dollars, cents } = splitUsd(amount)
  return `${minus ? '−' : sign === 'always' ? '+' : ''}$${dollars}.${cents}`
}

/**
 * Eight decimals in groups 2-3-3. In each group the zeros before the first other digit of the whole number stand apart, so that they
 * can be drawn quieter.
 */
export const splitBtc = (amount: string): BtcParts => {
  const { minus, units } = toUnits(amount, 8)
  const text = units.padStart(9, '0')
  const whole = text.slice(0, -8)
  const parts = [`${groupThousands(whole)}.${text.slice(-8, -6)}`, text.slice(-6, -3), text.slice(-3)]
  let leading = true
  const groups = parts.map((part) => {
    const zeros = leading ? (/^[0.]*/.exec(part)?.[0] ?? '') : ''
    if (zeros.length < part.length) leading = false
    return { zeros, digits: part.slice(zeros.length) }
  })
  return { minus, groups }
}

/** Whole satoshis in groups of three, the first may be shorter. */
export const splitSats = (amount: string): { minus: boolean; groups: string[] } => {
  const { minus, units } = toUnits(amount, 8)
  return { minus, groups: groupThousands(units).split(',') }
}

/** `0.17076481 BTC`, for text that is read aloud or copied. */
export const formatBtc = (amount: string): string => {
  const { minus, groups } = splitBtc(amount)
  return `${minus ? '−' : ''}${groups.map((group) => group.zeros + group.digits).join('')} BTC`
}

const toUnits = (amount: string, decimals: number): { minus: boolean; units: string } => {
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(amount.trim()) ?? []
  if (whole === undefined) throw new Error(`Not a decimal amount: ${amount}`)
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const units = (fraction[decimals] ?? '0') >= '5' ? kept + 1n : kept
  return { minus: sign === '-' && units !== 0n, units: String(units) }
}

const groupThousands = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')
