import type { BtcpayClient, Outcome } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { saveAddresses } from './table.addresses.ts'
import { findStore, openStore, type ReadyStore } from './table.ts'

/**
 * Gets an address of a store's wallet, by default a new one, and saves it as the store's own, so that nothing is sent from the store to it.
 */
export const handOutAddress = async (
  deps: Pick<Deps, 'db'>,
  client: BtcpayClient,
  store: ReadyStore,
  {
    fresh = true,
  }: { /** False: the wallet's current address, which stays the same until it is paid. */ fresh?: boolean } = {},
): Promise<Outcome<string>> => {
  const answer = await client.wallet.address(store.storeId, { forceGenerate: fresh })
  if (answer.kind !== 'ok') return answer
  await saveAddresses(deps.db, store, [answer.value], { handedOut: true })
  return { ...answer, value: answer.value.address }
}

/** Creates an address of the platform's own wallet. */
export const freshPlatformAddress = async (deps: Deps): Promise<string | undefined> => {
  const store = openStore(await findStore(deps.db, null), deps.sealer)
  if (!store) return undefined
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const address = await handOutAddress(deps, client, store)
  return address.kind === 'ok' ? address.value : undefined
}
