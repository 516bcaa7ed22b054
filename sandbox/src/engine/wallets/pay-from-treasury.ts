import { buildTransaction } from './build-transaction.ts'
import { WalletRefusal } from './wallet-refusal.ts'
import { isMature, type WalletState } from './wallet-state.ts'
import type { PayFromTreasury } from './wallet-types.ts'

/** The mempool accepts 25 in a row, including the payment itself. */
const longestChain = 24
const mostTries = 50

/**
 * Confirmed coins first. When they run out between blocks, uses the largest unconfirmed change that doesn't have too
 * many ancestors. This spreads the load over all of them, so thousands of payments fit between two blocks.
 */
export const payFromTreasury = (
  state: WalletState,
  treasuryId: string,
  payment: PayFromTreasury,
): { txid: string; feeSats: bigint } => {
  const { chain } = state
  const { outputs, replaceable = true, satPerKvb = chain.feeRate(1).satPerKvb } = payment
  const order = { outputs, replaceable, satPerKvb: Math.max(satPerKvb, chain.mempoolMinimum()) }
  const attempt = (coins: { confirmedOnly: true } | { selectedOutpoints: string[] }) => {
    const built = buildTransaction(state, treasuryId, { ...order, ...coins }, true)
    if (!built.ok) return built.message
    const sent = chain.broadcast(built.hex ?? '')
    return sent.ok ? { txid: built.txid, feeSats: built.feeSats } : sent.message
  }

  let result = attempt({ confirmedOnly: true })
  if (typeof result !== 'string') return result
  let tries = 0
  for (const outpoint of shallowCoins(state, treasuryId)) {
    result = attempt({ selectedOutpoints: [outpoint] })
    if (typeof result !== 'string') return result
    tries += 1
    if (tries === mostTries) break
  }
  throw new WalletRefusal('broadcast-failed', result)
}

function* shallowCoins({ coins, chain, ...state }: WalletState, treasuryId: string): Generator<string> {
  const xpub = state.wallet(treasuryId).accountXpub
  const tipHeight = chain.tip().height
  for (const coin of coins.walk('byAmount', `${xpub}/unconfirmed`, { newestFirst: true })) {
    const depth = chain.ancestors(coin.outpoint.slice(0, 64)).length + 1
    if (depth <= longestChain && isMature(coin, tipHeight)) yield coin.outpoint
  }
}
