import { findCents, fromSats, satsForCents } from '@bitquay/contract/money'
import { formatBtc, formatUsd } from '../../ui/money-text.ts'

/** What dollars are in bitcoin at a price; nothing for what is no amount. */
export const convertAmount = (amount: string, price: number | undefined): string | undefined => {
  const cents = findCents(amount)
  if (cents === undefined || cents <= 0n || price === undefined) return undefined
  const priceCents = BigInt(Math.round(price * 100))
  return `${formatBtc(fromSats(satsForCents(cents, priceCents)))} at ${formatUsd(String(price))}`
}
