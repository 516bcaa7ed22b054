import type { getBalance } from '@bitquay/contract/balances'
import type { Answer } from '@bitquay/contract/call'

type Balance = Answer<typeof getBalance>

/** What the balance consists of: dollars that add up to it, and satoshis to draw it to scale. */
export const splitBalance = (balance: Balance) => {
  const totalSats = toSats(balance.btc)
  const availableSats = toSats(balance.availableBtc)
  const feesSats = toSats(balance.feesOwedBtc)
  const reservedSats = totalSats - availableSats - feesSats
  const reservedCents = toCents(balance.usd) - toCents(balance.availableUsd) - toCents(balance.feesOwedUsd)
  return {
    available: { usd: balance.availableUsd, weight: Number(availableSats) },
    fees: { usd: balance.feesOwedUsd, weight: Number(feesSats) },
    /** On its way out, or reserved for the network fee. Never below zero. */
    reserved: {
      usd: fromCents(reservedCents > 0n ? reservedCents : 0n),
      weight: Number(reservedSats > 0n ? reservedSats : 0n),
    },
  }
}

const toSats = (btc: string) => BigInt(btc.replace('.', ''))
const toCents = (usd: string) => BigInt(usd.replace('.', ''))
const fromCents = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
