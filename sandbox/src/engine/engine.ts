import { join } from 'node:path'
import type { Chain } from './chain/chain-types.ts'
import { openChain } from './chain/open-chain.ts'
import { type Clock, openClock } from './clock.ts'
import { type Device, openDevice } from './device/open-device.ts'
import type { LightningNetwork } from './lightning/lightning-types.ts'
import { openLightning } from './lightning/open-lightning.ts'
import { openStore } from './store.ts'
import type { Store } from './store-types.ts'
import { foundTreasury } from './wallets/found-treasury.ts'
import { openWallets } from './wallets/open-wallets.ts'
import type { AddressGap } from './wallets/wallet-state.ts'
import type { Wallets } from './wallets/wallet-types.ts'

export type * from './chain/chain-types.ts'
export type { Clock } from './clock.ts'
export type * from './lightning/lightning-types.ts'
export type * from './store-types.ts'
export type * from './wallets/wallet-types.ts'

export type Engine = {
  readonly store: Store
  readonly clock: Clock
  readonly chain: Chain
  readonly wallets: Wallets
  readonly lightning: LightningNetwork
  /** Keys that no BTCPay has. */
  readonly device: Device
  close(): Promise<void>
}

export type EngineOptions = {
  /** Folder of the journal, created if missing. One process at a time. */
  readonly dir: string
  /** The machine's time in milliseconds. */
  readonly now?: () => number
  /** Sandbox time at the very first start. */
  readonly startAtMs?: number
  /** Fewer addresses ahead than BTCPay has make a wallet quicker. */
  readonly addressGap?: AddressGap
  /** How far the journal may grow before it is compacted. */
  readonly compactAfterBytes?: number
}

/** Opens the network. The first start mines a treasury with mature coins. */
export const openEngine = async ({ dir, compactAfterBytes, addressGap, ...time }: EngineOptions): Promise<Engine> => {
  const folder = join(dir, 'engine')
  const store = await openStore(compactAfterBytes === undefined ? { dir: folder } : { dir: folder, compactAfterBytes })
  const clock = openClock({ store, ...time })
  const chain = openChain({ store, clock })
  const wallets = openWallets({ store, clock, chain, addressGap })
  if (!wallets.find(wallets.treasuryId)) foundTreasury({ store, clock, chain, wallets })
  const lightning = openLightning({ store, clock, chain })
  await store.synced()
  return {
    store,
    clock,
    chain,
    wallets,
    lightning,
    device: openDevice(store),
    async close() {
      clock.close()
      await store.close()
    },
  }
}
