import { decimalsOf, findUnits, fromUnits, trimZeros } from './money.ts'

type Taken = { currency: string; amount: string; quantity: number; tip: string | undefined }

/** What a customer of a payment link pays: price × quantity + tip. Page and server compute the same, and the server's counts. */
export const computeLinkSum = ({ currency, amount, quantity, tip = '0' }: Taken) => {
  const decimals = decimalsOf(currency)
  const [price, added] = [findUnits(trimZeros(amount), decimals), findUnits(trimZeros(tip), decimals)]
  if (price === undefined || added === undefined) return undefined
  const subtotal = price * BigInt(quantity)
  return {
    subtotal: fromUnits(subtotal, decimals),
    tip: fromUnits(added, decimals),
    total: fromUnits(subtotal + added, decimals),
  }
}
