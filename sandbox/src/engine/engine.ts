import type { Chain } from './chain/chain-types.ts'
import type { Clock } from './clock.ts'
import type { LightningNetwork } from './lightning/lightning-types.ts'
import type { Store } from './store-types.ts'
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
  close(): Promise<void>
}

export type EngineOptions = {
  /** Folder of the journal; made if absent. One process at a time. */
  readonly dir: string
  /** The machine's time in milliseconds. */
  readonly now?: () => number
  /** Sandbox time at the very first start. */
  readonly startAtMs?: number
}

/** Opens (or founds) the network: on the first start a treasury with mature coins is mined. */
export function openEngine(_options: EngineOptions): Promise<Engine> {
  return Promise.reject(new Error('The engine is not built yet.'))
}
