import type { BtcpayClient } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { lockStoreAsRead, type ReadyStore } from '../modules/stores/store.ts'
import { markDisputed, markFailed } from '../modules/transactions/booking.ts'
import { findOpenTransactions, lockTransaction } from '../modules/transactions/open.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { followInvoice, unbookPayment } from './book-payment.ts'
import { findConflict } from './find-conflict.ts'
import type { WalletReading } from './read-wallet.ts'
import { tellOfPayment } from './tell-of-payment.ts'

/**
 * What we wrote down and the wallet no longer shows. It is disputed until another transaction that spends one of its
 * coins has confirmed; only then it has failed, and what was booked is undone.
 */
export const recordVanished = async (
  deps: Deps,
  client: BtcpayClient,
  store: ReadyStore,
  merchantId: number,
  wallet: WalletReading,
) => {
  const shown = new Set(wallet.transactions.map(({ txid }) => txid))
  const missing = (await findOpenTransactions(deps.db, merchantId)).filter(({ txid }) => !shown.has(txid))
  for (const { id, txid, disputed } of missing) {
    const found = await client.wallet.getTransaction(store.storeId, txid)
    // Only a clear "I do not know it" counts; an answer that did not come says nothing.
    if (found.kind !== 'refused' || found.status !== 404) continue
    const replaced = await findConflict(deps, txid)
    if (disputed && !replaced) continue
    await inTransaction(deps.db, async (tx) => {
      if (!(await lockStoreAsRead(tx, store))) return
      const row = await lockTransaction(tx, id)
      if (replaced) {
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
  }
}
