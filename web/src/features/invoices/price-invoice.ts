import { decimalsOf, divideHalfUp, findUnits } from '@bitquay/contract/money'

/** In the smallest units of the currency, such as cents. */
export type InvoicePrice = { baseUnits: bigint; feeUnits: bigint; totalUnits: bigint }

/** Larger than any invoice that the server can store. */
const mostDigits = 10

/** What is typed, in the smallest units of the currency, thousands with or without commas. Nothing when it is no amount. */
export const findBaseUnits = (typed: string, currency = 'USD'): bigint | undefined => {
  const decimals = decimalsOf(currency)
  const text = typed.trim().replace(/^\$/, '')
  if (!/^(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/.test(text) || !/\d/.test(text)) return undefined
  const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.')
  if (fraction.length > decimals) return undefined
  const units = findUnits(`${whole || '0'}${decimals === 0 ? '' : `.${fraction.padEnd(decimals, '0')}`}`, decimals)
  const limit = 10n ** BigInt((currency === 'USD' ? mostDigits : mostDigits + 2) + decimals)
  return units !== undefined && units > 0n && units < limit ? units : undefined
}

/** Base, fee and total: base × (1 + percent), half up to the smallest unit. The fee is what the total has more than the base. */
export const priceInvoice = (baseUnits: bigint, processingPercent: number): InvoicePrice => {
  const thousandths = BigInt(Math.round(processingPercent * 1000))
  const totalUnits = divideHalfUp(baseUnits * (100_000n + thousandths), 100_000n)
  return { baseUnits, feeUnits: totalUnits - baseUnits, totalUnits }
}
