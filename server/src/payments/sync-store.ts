import { BtcpayError, unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { readBackInvoices } from '../invoices/index.ts'
import {
  findStoreToSync,
  markSyncDue,
  openSeconds,
  openStore,
  readPage,
  saveNodeBalance,
  saveSyncError,
  saveSynced,
  withDeadline,
  writeToStore,
} from '../stores/index.ts'
import { askForOutputs } from './ask-for-outputs.ts'
import { activityOf, examinePage, findAttemptsToRead, findInvoicesToRead, isSettled, walletOf } from './queries.ts'
import { recordVanished } from './record-vanished.ts'
import type { Sync } from './sync-invoices.ts'
import { syncPlatform } from './sync-platform.ts'
import { readOwnNode, syncMs, syncWallet, tooSlow, type WalletSync } from './sync-wallet.ts'

/** Syncs a store with its BTCPay Server: the platform's own wallet, or that of a merchant with its invoices. */
export const syncStore = async (deps: Deps, storeRef: number, stop?: AbortSignal): Promise<void> => {
  const found = await findStoreToSync(deps.db, storeRef)
  const store = openStore(found?.store, deps.sealer)
  if (!found || !store) return
  const { hints, forgottenSince } = found
  const { merchantId } = store
  const deadline = AbortSignal.timeout(syncMs)
  try {
    if (merchantId === null) await syncPlatform(stop ? withDeadline(deps, stop) : deps, store, hints)
    else {
      const limited = withDeadline(deps, stop ? AbortSignal.any([stop, deadline]) : deadline)
      // Before the wallet is read: a payment to an address that we don't know would be a deposit without a fee.
      if (forgottenSince && store.standing === 'current') {
        await readBackInvoices(limited, { ...store, merchantId }, forgottenSince)
      }
      const client = limited.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
      await syncMerchant({ deps: limited, client, store, merchantId, hints, deadline, startedAt: performance.now() })
    }
  } catch (error) {
    if (stop?.aborted) await markSyncDue(deps.db, store.id)
    else await saveSyncError(deps.db, store.id, explain(error, deadline))
    throw error
  }
}

const explain = (error: unknown, deadline: AbortSignal): string =>
  deadline.aborted && error instanceof BtcpayError ? tooSlow : String(error)

const syncMerchant = async (sync: WalletSync) => {
  const { deps, client, store, merchantId, hints } = sync
  if (hints.hookIds.length === 0 && (await syncQuiet(sync))) return
  const found = await syncWallet(sync)
  if (!found) return
  await recordVanished(deps, client, store, merchantId, found)
  if (found.isUnexplained) await askForOutputs(deps, client, store, merchantId, (await found.funds.read()).coins)
}

/**
 * Reads only the newest transactions of a quiet wallet. If all of them are known and final, nothing can have changed,
 * and two of three requests are saved. Returns whether that was the case.
 */
const syncQuiet = async (sync: Sync): Promise<boolean> => {
  const { deps, client, store, merchantId } = sync
  const wallet = walletOf(sync)
  const isRead = store.syncedAt !== null && store.historyComplete && store.historySkip === null
  if (!isRead || store.syncPauseSeconds <= openSeconds || !(await isSettled(deps.db, wallet))) return false
  const due = await findInvoicesToRead(deps.db, wallet, { told: [], labelled: [], addresses: [] })
  if (due.length > 0 || (await findAttemptsToRead(deps.db, merchantId, store, [])).length > 0) return false
  const page = unwrap(await readPage(client, store.storeId, 0))
  if (!(await examinePage(deps.db, wallet, page)).isFinal) return false
  const nodeSats = await readOwnNode(sync)
  const isWritten = await writeToStore(deps, store, async (tx) => {
    await saveSynced(tx, store.id, {
      merchantId,
      balanceSats: store.balanceSats,
      activity: activityOf(sync),
      quietSeconds: deps.config.syncQuietSeconds,
      hookIds: [],
    })
    if (nodeSats !== undefined) await saveNodeBalance(tx, store.id, nodeSats)
    return true
  })
  return isWritten === true
}
