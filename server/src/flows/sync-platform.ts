import { unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { saveCoins } from '../modules/coins/save-coins.ts'
import { dropUsedFundingAddress } from '../modules/platform-wallet/funding-address.ts'
import { areDeep } from '../modules/platform-wallet/platform-transactions.ts'
import { findHints, hasUnhandledHooks, markHandled } from '../modules/stores/hooks.ts'
import { lockStore, type ReadyStore } from '../modules/stores/store.ts'
import { saveSynced } from '../modules/stores/sync.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { hasOpenSends } from '../views/has-open-work.ts'
import { readWallet } from './read-wallet.ts'
import { recordPlatformWallet } from './record-platform-wallet.ts'
import { rememberOwnAddresses } from './remember-own-addresses.ts'
import { recordSends } from './sends/record-sends.ts'

/** The platform's own wallet: what it pays and what it collects, and whatever the operator moves in or out by hand. */
export const syncPlatform = async (deps: Deps, store: ReadyStore): Promise<void> => {
  const { db } = deps
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const hints = await findHints(db, store.id)
  const wallet = unwrap(await readWallet(client, store.storeId, (page) => areDeep(db, page)))
  await rememberOwnAddresses(deps, client, store, wallet.coins)
  await inTransaction(db, async (tx) => {
    await lockStore(tx, store.id)
    await saveCoins(tx, store.id, wallet.coins)
    await dropUsedFundingAddress(
      tx,
      wallet.coins.map(({ address }) => address),
    )
    const moved = await recordSends(tx, store, wallet.transactions, deps.config.publicUrl)
    const changed = await recordPlatformWallet(tx, wallet.transactions)
    await markHandled(tx, store.id, hints.hookIds)
    await saveSynced(tx, store.id, {
      balanceSats: wallet.balanceSats,
      spendableSats: wallet.coins.reduce((sum, coin) => (coin.spendable ? sum + coin.amountSats : sum), 0n),
      busy: changed || (await hasOpenSends(tx, store.id)),
      hookedMeanwhile: await hasUnhandledHooks(tx, store.id),
    })
    if (moved || changed) await noteChange(tx, 'admin', 'system')
  })
}
