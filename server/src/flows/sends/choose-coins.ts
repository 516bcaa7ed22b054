import type { Coin } from '../read-wallet.ts'

/** What a transaction of segwit coins weighs; the payee's output is taken for the longest that there is. */
const frameVbytes = 11n
const inputVbytes = 68n
const payeeVbytes = 43n
const changeVbytes = 43n

export const vbytesOf = (coins: number) => frameVbytes + inputVbytes * BigInt(coins) + payeeVbytes + changeVbytes

/** In thousandths, so that 1.25 sat/vB is exact. */
export const toMilliRate = (feeRate: string): bigint => {
  const [whole = '0', fraction = ''] = feeRate.split('.')
  return BigInt(whole + fraction.slice(0, 3).padEnd(3, '0'))
}

/** Rounded up: a fee below the rate would not be relayed at it. */
export const feeOf = (vbytes: bigint, milliRate: bigint) => (vbytes * milliRate + 999n) / 1000n

type Wish = {
  amountSats: bigint
  /** From whom the network's fee comes: on top of the amount, or out of it. */
  networkFeeFrom: 'wallet' | 'amount'
  milliRate: bigint
  /** Coins that must be among the chosen. */
  including?: readonly string[]
}

export type Choice = { coins: Coin[]; feeSats: bigint }

/**
 * Chooses coins for a send: few and large, those in a block before our own change, since a chain of unconfirmed
 * transactions is not relayed beyond a certain length. Undefined when all of them together do not suffice.
 */
export const chooseCoins = (coins: readonly Coin[], wish: Wish): Choice | undefined => {
  const must = new Set(wish.including ?? [])
  const order = [...coins].sort(
    (a, b) =>
      Number(must.has(b.outpoint)) - Number(must.has(a.outpoint)) ||
      Number(b.confirmed) - Number(a.confirmed) ||
      Number(b.amountSats > a.amountSats) - Number(b.amountSats < a.amountSats) ||
      (a.outpoint < b.outpoint ? -1 : 1),
  )
  const chosen: Coin[] = []
  let sumSats = 0n
  for (const coin of order) {
    chosen.push(coin)
    sumSats += coin.amountSats
    const feeSats = feeOf(vbytesOf(chosen.length), wish.milliRate)
    const neededSats = wish.networkFeeFrom === 'wallet' ? wish.amountSats + feeSats : wish.amountSats
    if (chosen.length >= must.size && sumSats >= neededSats) return { coins: chosen, feeSats }
  }
  return undefined
}
