import type { Outpoint } from '../chain/chain-types.ts'
import { type CoinRecord, isMature, type WalletState } from './wallet-state.ts'

export type Selection = { readonly coins: readonly CoinRecord[]; readonly totalSats: bigint }

/** The amount to cover when this many coins are spent. */
export type Need = (inputs: number) => bigint

/**
 * The smallest single coin that suffices, else the largest ones until they do, confirmed ones first. The cost depends
 * on the coins taken, not on the wallet's size. Undefined when all of them together are too little.
 */
export const selectCoins = (
  state: WalletState,
  xpub: string,
  need: Need,
  options: { only?: readonly Outpoint[]; confirmedOnly?: boolean } = {},
): Selection | { readonly missingSats: bigint } => {
  if (options.only) return selectFrom(namedCoins(state, xpub, options.only), need)
  const groups = options.confirmedOnly ? ['confirmed'] : ['confirmed', 'unconfirmed']
  const tipHeight = state.chain.tip().height
  for (const group of groups) {
    const from = Number(need(1))
    for (const coin of state.coins.walk('byAmount', `${xpub}/${group}`, { from })) {
      if (isMature(coin, tipHeight)) return { coins: [coin], totalSats: coin.amountSats }
    }
  }
  return selectFrom(largestFirst(), need)

  function* largestFirst() {
    for (const group of groups) {
      for (const coin of state.coins.walk('byAmount', `${xpub}/${group}`, { newestFirst: true })) {
        if (isMature(coin, tipHeight)) yield coin
      }
    }
  }
}

/** The named coins that the wallet can spend now, largest first. */
export const namedCoins = (state: WalletState, xpub: string, outpoints: readonly Outpoint[]): CoinRecord[] => {
  const tipHeight = state.chain.tip().height
  return [...new Set(outpoints)]
    .map((outpoint) => state.coins.get(outpoint))
    .filter((coin) => coin !== undefined)
    .filter((coin) => coin.xpub === xpub && coin.spentBy === undefined && isMature(coin, tipHeight))
    .sort((a, b) => (a.amountSats > b.amountSats ? -1 : 1))
}

const selectFrom = (candidates: Iterable<CoinRecord>, need: Need): Selection | { missingSats: bigint } => {
  const coins: CoinRecord[] = []
  let totalSats = 0n
  for (const coin of candidates) {
    coins.push(coin)
    totalSats += coin.amountSats
    if (totalSats >= need(coins.length)) return { coins, totalSats }
  }
  return { missingSats: need(Math.max(1, coins.length)) - totalSats }
}
