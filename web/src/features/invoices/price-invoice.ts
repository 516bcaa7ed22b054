import { divideHalfUp, findCents } from '@bitquay/contract/money'

export type InvoicePrice = { baseCents: bigint; feeCents: bigint; totalCents: bigint }

/** Larger than any invoice that the server can store. */
const limitCents = 1_000_000_000_000n

/** What is typed, in cents: dollars with at most two decimals, thousands with or without commas. Nothing when it is no amount. */
export const findBaseCents = (typed: string): bigint | undefined => {
  const text = typed.trim().replace(/^\$/, '')
  if (!/^(\d+|\d{1,3}(,\d{3})+)?(\.\d{0,2})?$/.test(text) || !/\d/.test(text)) return undefined
  const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.')
  const cents = findCents(`${whole || '0'}.${fraction.padEnd(2, '0')}`)
  return cents !== undefined && cents > 0n && cents < limitCents ? cents : undefined
}

/** Base, fee and total: base × (1 + percent), half up to the cent. The fee is what the total has more than the base. */
export const priceInvoice = (baseCents: bigint, processingPercent: number): InvoicePrice => {
  const thousandths = BigInt(Math.round(processingPercent * 1000))
  const totalCents = divideHalfUp(baseCents * (100_000n + thousandths), 100_000n)
  return { baseCents, feeCents: totalCents - baseCents, totalCents }
}
