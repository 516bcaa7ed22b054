import { type BtcpayClient, unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { dropUsedFundingAddress, findFundingAddress, saveFundingAddress } from '../platform/db/platform-row.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { recordSends } from '../sends/index.ts'
import {
  type Coin,
  findAddressIndexes,
  freshPlatformAddress,
  lockStore,
  type ReadyStore,
  readWallet,
  saveAddresses,
  saveCoins,
  saveSynced,
  type WebhookHints,
} from '../stores/index.ts'
import { platformWalletSynced } from './facts.ts'
import { hasOpenSends } from './queries.ts'
import { recordPlatformWallet } from './record-platform-wallet.ts'
import { areFinalOnPlatform } from './table.platform-wallet.ts'

/** Syncs the platform's own wallet: what it pays and collects, and what the operator moves in or out manually. */
export const syncPlatform = async (deps: Deps, store: ReadyStore, hints: WebhookHints): Promise<void> => {
  const { db } = deps
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const wallet = unwrap(await readWallet(client, store.storeId, (page) => areFinalOnPlatform(db, page)))
  await saveOwnAddresses(deps, client, store, wallet.coins)
  await inTransaction(db, async (tx) => {
    await lockStore(tx, store.id)
    await saveCoins(tx, store.id, wallet.coins)
    await dropUsedFundingAddress(
      tx,
      wallet.coins.map(({ address }) => address),
    )
    const moved = await recordSends(tx, deps, store, wallet.transactions)
    const changed = await recordPlatformWallet(tx, deps, wallet)
    await saveSynced(tx, store.id, {
      merchantId: null,
      balanceSats: wallet.balanceSats,
      // It is one store, and all payouts leave from it.
      activity: changed || (await hasOpenSends(tx, store.id)) ? 'busy' : 'open',
      quietSeconds: deps.config.syncQuietSeconds,
      hookIds: hints.hookIds,
    })
    if (moved || changed) await announce(tx, platformWalletSynced, {})
  })
  await ensureFundingAddress(deps)
}

/** Creates an address of the platform's wallet for the operator to pay to, unless an unused one exists. */
export const ensureFundingAddress = async (deps: Deps): Promise<void> => {
  if ((await findFundingAddress(deps.db)) !== undefined) return
  const address = await freshPlatformAddress(deps)
  if (address !== undefined) await saveFundingAddress(deps.db, address)
}

/** This many addresses beyond the last used one are known as ours, because the operator may create some in BTCPay. */
const lookAhead = 200

/**
 * Saves the addresses of the platform's wallet, used and next, so that nothing is paid to ourselves. An engine that
 * cannot list the next ones is harmless: a payment to one of them is still booked correctly.
 */
export const saveOwnAddresses = async (
  { db }: Pick<Deps, 'db'>,
  client: BtcpayClient,
  store: ReadyStore,
  coins: readonly Coin[],
) => {
  await saveAddresses(db, store, coins, { handedOut: true })
  const { used, known } = await findAddressIndexes(db, store)
  const count = used + lookAhead - known
  // Half of it, so that we do not ask the engine for one address at a time.
  if (count <= lookAhead / 2) return
  const answer = await client.wallet.preview(store.storeId, { offset: known + 1, count })
  if (answer.kind === 'ok') await saveAddresses(db, store, answer.value.addresses.slice(0, count), { handedOut: false })
}
