import type { Engine } from '../engine/engine.ts'
import type { WalletCoin } from '../engine/wallets/wallet-types.ts'

export type ReplacedCoins = {
  /** How long a replaced payment stays in balance and coins. 0, the default, drops it at once. */
  keepFor(seconds: number): void
  seconds(): number
  of(walletId: string): WalletCoin[]
}

/**
 * NBXplorer removes replaced incoming payments only every few minutes. Until then a real server still shows them as
 * unconfirmed. Kept in memory, because its restart removes them too.
 */
export const openReplacedCoins = ({ chain, clock, wallets }: Engine): ReplacedCoins => {
  let keptMs = 0
  let kept: { walletId: string; coin: WalletCoin; untilMs: number }[] = []
  chain.on('txRemoved', ({ transaction, reason }) => {
    if (keptMs === 0 || (reason !== 'replaced' && reason !== 'conflict')) return
    for (const [vout, { script, amountSats }] of transaction.outputs.entries()) {
      const owner = wallets.ownerOf(script)
      if (!owner || owner.branch !== 0) continue
      const { address, keyPath, walletId } = owner
      const outpoint = `${transaction.txid}:${vout}`
      const coin = { outpoint, amountSats, script, address, keyPath, confirmations: 0, seenAtMs: clock.now() }
      kept.push({ walletId, coin, untilMs: clock.now() + keptMs })
    }
  })
  return {
    keepFor(seconds) {
      keptMs = seconds * 1000
    },
    seconds: () => keptMs / 1000,
    of(walletId) {
      kept = kept.filter(({ untilMs }) => untilMs > clock.now())
      return kept.filter((one) => one.walletId === walletId).map(({ coin }) => coin)
    },
  }
}
