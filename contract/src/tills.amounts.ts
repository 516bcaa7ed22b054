import { decimalsOf, divideHalfUp, findUnits, fromUnits, trimZeros } from './money.ts'

/** What a cashier entered: prices of what is sold, and what is taken off or added. */
export type SaleParts = {
  currency: string
  lines: readonly { price: string; quantity: number; taxPercent?: string | undefined }[]
  /** Whether the prices are with tax. Otherwise it is added. */
  pricesIncludeTax: boolean
  discountPercent: number
  tipPercent: number
}

/** The sums of a sale, in the order they are shown: subtotal − discount + tax + tip = total. Tax in prices isn't added. */
export type SaleSums = { subtotal: string; discount: string; tax: string; tip: string; total: string }

/** A line's part of the discount and its tax. */
export type LineSums = { discount: string; tax: string }

/**
 * Adds up a sale, exactly. Discount, tax and tip are rounded half up to the currency's smallest unit: the discount once, the
 * tax for each line after its part of the discount. The tip is a part of what is left after the discount, without tax that
 * is added. Till and server compute the same. Undefined if a price isn't one of the currency.
 */
export const computeSale = ({
  currency,
  lines,
  pricesIncludeTax,
  discountPercent,
  tipPercent,
}: SaleParts): (SaleSums & { lineSums: LineSums[] }) | undefined => {
  const decimals = decimalsOf(currency)
  const shown = (units: bigint) => fromUnits(units, decimals)
  const discountOf = (units: bigint) => divideHalfUp(units * BigInt(discountPercent), 100n)
  let [subtotal, tax] = [0n, 0n]
  const lineSums: LineSums[] = []
  for (const { price, quantity, taxPercent = '0' } of lines) {
    const units = findUnits(trimZeros(price), decimals)
    const rate = findUnits(trimZeros(taxPercent), 3)
    if (units === undefined || rate === undefined) return undefined
    const before = subtotal
    subtotal += units * BigInt(quantity)
    // What the discount grows by with this line, so that the parts add up to the whole.
    const discount = discountOf(subtotal) - discountOf(before)
    const net = subtotal - before - discount
    const lineTax = divideHalfUp(net * rate, pricesIncludeTax ? 100_000n + rate : 100_000n)
    tax += lineTax
    lineSums.push({ discount: shown(discount), tax: shown(lineTax) })
  }
  const discount = discountOf(subtotal)
  const tip = divideHalfUp((subtotal - discount) * BigInt(tipPercent), 100n)
  const total = subtotal - discount + (pricesIncludeTax ? 0n : tax) + tip
  return {
    ...{ subtotal: shown(subtotal), discount: shown(discount), tax: shown(tax), tip: shown(tip), total: shown(total) },
    lineSums,
  }
}

type Chosen = { price: string; choices: string[] }
type Priced = {
  price: string
  options: readonly { choices: readonly { name: string; price: string }[] }[]
}

/**
 * The price of an item with what was chosen, by the names of the choices in the order of its options. Without names it is
 * the first of several choices, and not a single one. Undefined if a choice isn't there. `choices` are the names to show.
 */
export const chooseOptions = (
  item: Priced,
  names: readonly string[] | undefined,
  currency: string,
): Chosen | undefined => {
  if (names !== undefined && names.length !== item.options.length) return undefined
  const decimals = decimalsOf(currency)
  let units = findUnits(trimZeros(item.price), decimals)
  const choices: string[] = []
  for (const [place, option] of item.options.entries()) {
    const [first] = option.choices
    const isExtra = option.choices.length === 1
    const name = names?.[place] ?? (isExtra ? '' : first?.name)
    if (name === '' && isExtra) continue
    const choice = option.choices.find((one) => one.name === name)
    const added = choice && findUnits(trimZeros(choice.price), decimals)
    if (!choice || added === undefined || units === undefined) return undefined
    units += added
    choices.push(choice.name)
  }
  return units === undefined ? undefined : { price: fromUnits(units, decimals), choices }
}
