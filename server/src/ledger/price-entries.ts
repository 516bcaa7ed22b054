import { usd8OfSats } from '@bitquay/contract/money'
import type { Entry } from './table.ts'

/**
 * Puts dollars to entries at one price. Each is rounded for itself but the last, which takes what the others leave, so
 * that the dollars of a transfer sum to zero as its satoshis do. Entries of nothing are left out.
 */
export const priceEntries = (entries: readonly Omit<Entry, 'usd8'>[], priceCents: bigint): Entry[] => {
  const moving = entries.filter(({ sats }) => sats !== 0n)
  let sum = 0n
  return moving.map((entry, index) => {
    const usd8 = index === moving.length - 1 ? -sum : usd8OfSats(entry.sats, priceCents)
    sum += usd8
    return { ...entry, usd8 }
  })
}
