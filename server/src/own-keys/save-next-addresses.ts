import type { Deps } from '../deps.ts'
import { addressAt } from '../platform/bitcoin/own-wallet.ts'
import { ownWalletOf, saveAddresses } from '../stores/index.ts'
import { findShortStores } from './queries.ts'

const most = 10
/** How many addresses are known beyond the last one that was handed out. */
export const addressesAhead = 100

/**
 * Derives the addresses that a wallet uses next, so that the screen can say which number an address has. Returns whether
 * there is more to do.
 */
export const saveNextAddresses = async (deps: Deps): Promise<boolean> => {
  const stores = await findShortStores(deps.db, addressesAhead, most)
  for (const store of stores) {
    const wallet = ownWalletOf(store)
    if (!wallet) continue
    const addresses = Array.from({ length: addressesAhead }, (_, ahead) => {
      const index = store.known + 1 + ahead
      return { address: addressAt(wallet, deps.config.network, index), keyPath: `0/${index}` }
    })
    await saveAddresses(deps.db, store, addresses, { handedOut: false })
  }
  return stores.length > 0
}
