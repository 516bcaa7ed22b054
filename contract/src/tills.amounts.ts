import { decimalsOf, divideHalfUp, findUnits, fromUnits } from './money.ts'

/** What a cashier entered: prices of what is sold, and what is taken off or added. */
export type SaleParts = {
  currency: string
  lines: readonly { price: string; quantity: number }[]
  discountPercent: number
  tipPercent: number
}

/** The sums of a sale, in the order they are shown: subtotal − discount + tip = total. */
export type SaleSums = { subtotal: string; discount: string; tip: string; total: string }

/**
 * Adds up a sale, exactly. Discount and tip are rounded half up to the currency's smallest unit, and the tip is a part
 * of what is left after the discount. Till and server compute the same. Undefined if a price isn't one of the currency.
 */
export const computeSale = ({ currency, lines, discountPercent, tipPercent }: SaleParts): SaleSums | undefined => {
  const decimals = decimalsOf(currency)
  let subtotal = 0n
  for (const { price, quantity } of lines) {
    const units = findUnits(trimZeros(price), decimals)
    if (units === undefined) return undefined
    subtotal += units * BigInt(quantity)
  }
  const discount = divideHalfUp(subtotal * BigInt(discountPercent), 100n)
  const tip = divideHalfUp((subtotal - discount) * BigInt(tipPercent), 100n)
  const shown = (units: bigint) => fromUnits(units, decimals)
  return {
    subtotal: shown(subtotal),
    discount: shown(discount),
    tip: shown(tip),
    total: shown(subtotal - discount + tip),
  }
}

/** Prices are stored with eight decimals. */
const trimZeros = (amount: string) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)
