import type { BtcpayClient, Outcome } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { saveAddresses } from './table.addresses.ts'
import type { ReadyStore } from './table.ts'

/** A fresh address of a store's wallet, remembered as the store's own: nothing shall be sent from there to it. */
export const handOutAddress = async (
  deps: Pick<Deps, 'db'>,
  client: BtcpayClient,
  store: ReadyStore,
): Promise<Outcome<string>> => {
  const told = await client.wallet.address(store.storeId, { forceGenerate: true })
  if (told.kind !== 'ok') return told
  await saveAddresses(deps.db, store, [told.value], { handedOut: true })
  return { ...told, value: told.value.address }
}
