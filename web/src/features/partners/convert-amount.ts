import { findCents, fromSats, satsForCents } from '@bitquay/contract/money'
import { formatBtc, formatUsd } from '../../ui/money-text.ts'
import * as t from './messages.ts'

/** A dollar amount in bitcoin at a price. Undefined if it isn't an amount. */
export const convertAmount = (amount: string, price: number | undefined): string | undefined => {
  const cents = findCents(amount)
  if (cents === undefined || cents <= 0n || price === undefined) return undefined
  const priceCents = BigInt(Math.round(price * 100))
  return t.conversion({ btc: formatBtc(fromSats(satsForCents(cents, priceCents))), price: formatUsd(String(price)) })
}
