import { findCents, fromSats, satsForCents } from '@bitquay/contract/money'

/** A BIP21 link. Wallets read the amount in bitcoin. */
export const createReceiveLink = (address: string, amountBtc: string | undefined): string =>
  `bitcoin:${address}${amountBtc === undefined ? '' : `?amount=${amountBtc}`}`

/** What a typed dollar amount is in bitcoin. `invalid` when it isn't an amount above zero. */
export const convertTyped = (typed: string, priceUsd: number | undefined): { btc?: string; invalid?: true } => {
  if (typed.trim() === '') return {}
  const cents = /^\d{1,9}(\.\d{0,2})?$/.test(typed.trim()) ? findCents(typed.trim().replace(/\.$/, '')) : undefined
  if (cents === undefined || cents === 0n) return { invalid: true }
  return priceUsd === undefined ? {} : { btc: fromSats(satsForCents(cents, BigInt(Math.round(priceUsd * 100)))) }
}
