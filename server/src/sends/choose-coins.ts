import { feeOf, vbytesOf } from '../platform/bitcoin/network-fees.ts'
import type { Coin } from '../stores/read-wallet.ts'

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
