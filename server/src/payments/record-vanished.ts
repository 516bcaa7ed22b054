import type { BtcpayClient } from '@bitquay/btcpay'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { findInvoice, holdBack, invoiceDoubleSpent, optionsOf, refreshDueInvoices } from '../invoices/index.ts'
import { fetchFromExplorer } from '../platform/bitcoin/explorer.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import {
  type Coin,
  type Funds,
  lockStoreAsRead,
  type ReadyStore,
  toTransaction,
  type WalletTransactionReading,
} from '../stores/index.ts'
import {
  findDetails,
  lockTransaction,
  markDisputed,
  markFailed,
  markLookedUp,
  type TransactionRow,
} from '../transactions/index.ts'
import { followInvoice, unbookPayment } from './book-payment.ts'
import { paymentReversed, paymentsChanged } from './facts.ts'
import { findOpenTransactions, walletOf } from './queries.ts'
import { recordWallet } from './record-wallet.ts'

/** Per sync. The next sync continues with the others. */
const mostLookUps = 50

type Shown = { funds: { read: () => Promise<Funds> }; shown: ReadonlySet<string> }

/**
 * Transactions that we saved and the wallet no longer shows. Each is disputed until another transaction that spends one
 * of its coins has confirmed. Only then it has failed, and its booking is undone. If no explorer can answer, it fails
 * after BTCPay has not known it for hours.
 */
export const recordVanished = async (
  deps: Deps,
  client: BtcpayClient,
  store: ReadyStore,
  merchantId: number,
  wallet: Shown,
) => {
  const owner = walletOf({ store, merchantId })
  for (const missing of await findOpenTransactions(deps.db, owner, wallet.shown, mostLookUps)) {
    const found = await client.wallet.getTransaction(store.storeId, missing.txid)
    await markLookedUp(deps.db, missing.id)
    if (found.kind === 'ok') {
      // It is only further down than this sync has read.
      const { coins } = await wallet.funds.read()
      await recordFound(deps, store, merchantId, coins, toTransaction(found.value))
      continue
    }
    // Only a clear "not found" counts. No answer means nothing.
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
  // A BTCPay that is still synchronizing may not know it yet.
  const health = await client.server.health()
  return health.kind === 'ok' && health.value.synchronized
}

const recordFound = (
  deps: Deps,
  store: ReadyStore,
  merchantId: number,
  coins: readonly Coin[],
  transaction: WalletTransactionReading,
) =>
  inTransaction(deps.db, async (tx) => {
    if (!(await lockStoreAsRead(tx, store))) return
    if (await recordWallet(tx, deps, walletOf({ store, merchantId }), { coins, transactions: [transaction] })) {
      await refreshDueInvoices(tx, deps.config.publicUrl, merchantId)
      await announce(tx, paymentsChanged, { merchantId })
    }
  })

const recordMissing = (deps: Deps, store: ReadyStore, merchantId: number, id: number, isLost: boolean) =>
  inTransaction(deps.db, async (tx) => {
    if (!(await lockStoreAsRead(tx, store))) return
    const row = await lockTransaction(tx, id)
    // Another server has decided it in the meantime.
    if (row.final) return
    if (isLost) {
      await markFailed(tx, row.id)
      const failed = { ...row, status: 'failed' as const, confirmations: 0 }
      if (row.booked) await unbookPayment(tx, failed)
      else if (row.type === 'incoming') {
        await followInvoice(tx, failed)
        await announce(tx, paymentReversed, failed)
        await announceDoubleSpend(tx, deps.config.publicUrl, failed)
      }
    } else {
      await markDisputed(tx, row.id)
      if (row.invoiceId !== null && row.attemptId === null && !row.booked) await holdBack(tx, merchantId, row.invoiceId)
    }
    await refreshDueInvoices(tx, deps.config.publicUrl, merchantId)
    await announce(tx, paymentsChanged, { merchantId })
  })

const announceDoubleSpend = async (tx: Tx, publicUrl: string, { merchantId, invoiceId, amountUsd }: TransactionRow) => {
  const invoice = invoiceId === null ? undefined : await findInvoice(tx, merchantId, invoiceId)
  if (invoice?.status !== 'invalid' || optionsOf(invoice).confirmations !== 0) return
  await announce(tx, invoiceDoubleSpent, { row: invoice, publicUrl, lostUsd: amountUsd ?? '0.00' })
}

const outspend = z.object({
  spent: z.boolean(),
  txid: z.string().optional(),
  status: z.object({ confirmed: z.boolean() }).optional(),
})

export type Conflict = {
  /** Whether the explorer knew the coins that the transaction spends, so that it can name a conflicting transaction. */
  canTell: boolean
  /** The confirmed transaction that spent one of them. */
  txid: string | undefined
}

/** Asks the explorer for a confirmed transaction that spent one of this transaction's coins. */
export const findConflict = async (deps: Deps, txid: string): Promise<Conflict> => {
  const details = deps.engine.esploraUrl ? await findDetails(deps.db, txid) : undefined
  for (const { previousTxid, previousIndex } of details?.inputs ?? []) {
    const spend = await fetchFromExplorer(deps, `/tx/${previousTxid}/outspend/${previousIndex}`, outspend)
    if (spend?.spent && spend.txid !== undefined && spend.txid !== txid && spend.status?.confirmed) {
      return { canTell: true, txid: spend.txid }
    }
  }
  return { canTell: details !== undefined, txid: undefined }
}
