import type { BtcpayClient } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { type Coin, toTransaction, type WalletTransactionReading } from '../stores/read-wallet.ts'
import { lockStoreAsRead, type ReadyStore } from '../stores/store.ts'
import { markDisputed, markFailed } from '../transactions/booking.ts'
import { followInvoice, unbookPayment } from './book-payment.ts'
import { findConflict } from './find-conflict.ts'
import { findOpenTransactions, lockTransaction, markLookedUp } from './open.ts'
import { recordWallet } from './record-wallet.ts'
import { tellOfPayment } from './tell-of-payment.ts'

/** In one sync; the next one goes on with the others. */
const mostLookUps = 50

type Shown = { coins: readonly Coin[]; shown: ReadonlySet<string> }

/**
 * What we wrote down and the wallet no longer shows. It is disputed until another transaction that spends one of its
 * coins has confirmed; only then it has failed, and what was booked is undone. Where no explorer can tell, it has failed
 * when BTCPay has not known it for hours.
 */
export const recordVanished = async (
  deps: Deps,
  client: BtcpayClient,
  store: ReadyStore,
  merchantId: number,
  wallet: Shown,
) => {
  for (const missing of await findOpenTransactions(deps.db, merchantId, wallet.shown, mostLookUps)) {
    const found = await client.wallet.getTransaction(store.storeId, missing.txid)
    await markLookedUp(deps.db, missing.id)
    if (found.kind === 'ok') {
      // It is only further down than this sync has read.
      await recordFound(deps, store, merchantId, wallet, toTransaction(found.value))
      continue
    }
    // Only a clear "I do not know it" counts; an answer that did not come says nothing.
    if (found.kind !== 'refused' || found.status !== 404) return
    const isLost = await isLostForGood(deps, client, missing)
    if (missing.disputed && !isLost) continue
    await recordMissing(deps, store, merchantId, missing.id, isLost)
  }
}

const isLostForGood = async (deps: Deps, client: BtcpayClient, missing: { txid: string; isLongGone: boolean }) => {
  const conflict = await findConflict(deps, missing.txid)
  if (conflict.txid !== undefined) return true
  if (conflict.canTell || !missing.isLongGone) return false
  // A BTCPay that is catching up does not know yet what it will know.
  const health = await client.server.health()
  return health.kind === 'ok' && health.value.synchronized
}

const recordFound = (
  deps: Deps,
  store: ReadyStore,
  merchantId: number,
  { coins }: Shown,
  transaction: WalletTransactionReading,
) =>
  inTransaction(deps.db, async (tx) => {
    if (!(await lockStoreAsRead(tx, store))) return
    if (await recordWallet(tx, merchantId, { coins, transactions: [transaction] })) {
      for (const topic of ['transactions', 'invoices', 'balance'] as const)
        await noteChange(tx, `merchant:${merchantId}`, topic)
    }
  })

const recordMissing = (deps: Deps, store: ReadyStore, merchantId: number, id: number, isLost: boolean) =>
  inTransaction(deps.db, async (tx) => {
    if (!(await lockStoreAsRead(tx, store))) return
    const row = await lockTransaction(tx, id)
    if (isLost) {
      await markFailed(tx, row.id)
      const failed = { ...row, status: 'failed', confirmations: 0 }
      if (row.booked) await unbookPayment(tx, failed)
      else if (row.type === 'incoming') {
        await followInvoice(tx, failed)
        await tellOfPayment(tx, failed, 'reversed')
      }
    } else {
      await markDisputed(tx, row.id)
    }
    for (const topic of ['transactions', 'invoices', 'balance'] as const)
      await noteChange(tx, `merchant:${merchantId}`, topic)
  })
