import { unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { dropUsedFundingAddress } from '../platform/db/platform-row.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { recordSends } from '../sends/record-sends.ts'
import { readWallet } from '../stores/read-wallet.ts'
import { saveCoins } from '../stores/save-coins.ts'
import { lockStore, type ReadyStore } from '../stores/store.ts'
import { saveSynced } from '../stores/table.sync.ts'
import { hasOpenSends } from './has-open-work.ts'
import { recordPlatformWallet } from './record-platform-wallet.ts'
import { rememberOwnAddresses } from './remember-own-addresses.ts'
import { findHints, hasUnhandledHooks, markHandled } from './table.hooks.ts'
import { areDeep } from './table.platform-wallet.ts'

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
