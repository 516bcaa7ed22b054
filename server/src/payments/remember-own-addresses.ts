import type { BtcpayClient } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import type { Coin } from '../stores/read-wallet.ts'
import type { ReadyStore } from '../stores/store.ts'
import { findAddressIndexes, saveAddresses } from '../stores/table.addresses.ts'

/** So many addresses beyond the last one in use are known as ours: the operator may take some in BTCPay's own screen. */
const lookAhead = 200

/**
 * Remembers the addresses of the platform's wallet, used and next, so that nothing is paid to ourselves. An engine that does
 * not tell the next ones does no harm: what is paid to one of them is booked as what it is.
 */
export const rememberOwnAddresses = async (
  { db }: Pick<Deps, 'db'>,
  client: BtcpayClient,
  store: ReadyStore,
  coins: readonly Coin[],
) => {
  await saveAddresses(db, store, coins, { handedOut: true })
  const { used, known } = await findAddressIndexes(db, store)
  const count = used + lookAhead - known
  // Half of it, so that the engine is not asked for one address at a time.
  if (count <= lookAhead / 2) return
  const told = await client.wallet.preview(store.storeId, { offset: known + 1, count })
  if (told.kind === 'ok') await saveAddresses(db, store, told.value.addresses.slice(0, count), { handedOut: false })
}
