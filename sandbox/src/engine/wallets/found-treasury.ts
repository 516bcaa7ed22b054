import type { OpenedChain } from '../chain/open-chain.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store-types.ts'
import type { Wallets } from './wallet-types.ts'

/** 150 blocks at the full subsidy, and a hundred more until all of those are mature. */
const firstBlocks = 250
const blockSeconds = 600

/**
 * Regtest halves its subsidy every 150 blocks, so half of all coins are mined now, before anything else happens. The
 * blocks are backdated, so the chain looks as if it had been running.
 */
export const foundTreasury = ({
  store,
  clock,
  chain,
  wallets,
}: {
  store: Store
  clock: Clock
  chain: OpenedChain
  wallets: Wallets
}): void => {
  store.batch(() => {
    wallets.create({ id: wallets.treasuryId, keepKeys: true })
    chain.setPayoutScript(wallets.addressAt(wallets.treasuryId, 0, 0).script)
    const startSeconds = clock.nowSeconds() - firstBlocks * blockSeconds
    for (let i = 1; i <= firstBlocks; i += 1) chain.mineAt(startSeconds + i * blockSeconds)
  })
}
