import { unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { saveCoins } from '../modules/coins/save-coins.ts'
import { findInvoicesToRead } from '../modules/invoices/to-read.ts'
import { findHints, hasUnhandledHooks, markHandled } from '../modules/stores/hooks.ts'
import { findStoreById, lockStoreAsRead, openStore, type ReadyStore } from '../modules/stores/store.ts'
import { saveNodeBalance, saveSyncError, saveSynced } from '../modules/stores/sync.ts'
import { areFinal } from '../modules/transactions/known.ts'
import { findIssuers } from '../modules/transactions/lightning-hashes.ts'
import { findPendingKeys } from '../modules/transactions/pending-keys.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { hasOpenWork } from '../views/has-open-work.ts'
import { areReceived } from './lightning/are-received.ts'
import { mailPayments } from './mail-payments.ts'
import { type EnginePayment, type InvoiceReading, readInvoice } from './read-invoice.ts'
import { readNodeBalance } from './read-node-balance.ts'
import { readWallet } from './read-wallet.ts'
import { recordInvoicePayments } from './record-payment.ts'
import { recordVanished } from './record-vanished.ts'
import { recordWallet } from './record-wallet.ts'
import { saveInvoice } from './save-invoice.ts'
import { recordSends } from './sends/record-sends.ts'
import { syncPlatform } from './sync-platform.ts'

const readingsAtOnce = 4

/**
 * Brings our tables to what the engine says of a store: invoices that someone hinted at or that are due, then the
 * wallet. Everything is read first; then each piece is written in a transaction of its own that holds the store, so
 * that one payment is never booked by two.
 */
export const syncStore = async (deps: Deps, storeRef: number): Promise<void> => {
  const store = openStore(await findStoreById(deps.db, storeRef), deps.sealer)
  if (!store) return
  try {
    if (store.merchantId === null) await syncPlatform(deps, store)
    else await sync(deps, store, store.merchantId)
  } catch (error) {
    await saveSyncError(deps.db, store.id, String(error))
    throw error
  }
}

const sync = async (deps: Deps, store: ReadyStore, merchantId: number) => {
  const { db } = deps
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const hints = await findHints(db, store.id)
  const wallet = unwrap(await readWallet(client, store.storeId, (page) => areFinal(db, merchantId, page)))

  const due = await findInvoicesToRead(db, merchantId, {
    told: hints.invoiceIds,
    labelled: wallet.transactions.flatMap(({ invoiceIds }) => invoiceIds),
    addresses: wallet.coins.map(({ address }) => address),
  })
  const pending = await findPendingKeys(db, merchantId, due)
  const read = (id: string) => readInvoice(client, store.storeId, id, pending.get(id) ?? [])
  await readInvoices(read, due, (reading) => writeInvoice(deps, store, merchantId, reading))
  const node = store.lightning === 'own' ? await readNodeBalance(client, store.storeId) : undefined

  const isWritten = await inTransaction(db, async (tx) => {
    if (!(await lockStoreAsRead(tx, store))) return false
    await saveCoins(tx, store.id, wallet.coins)
    // Before the mirror takes what we sent ourselves for somebody else's spending.
    const sent = await recordSends(tx, store, wallet.transactions, deps.config.publicUrl)
    const changed = (await recordWallet(tx, merchantId, wallet)) || sent
    await markHandled(tx, store.id, hints.hookIds)
    await saveSynced(tx, store.id, {
      balanceSats: wallet.balanceSats,
      spendableSats: wallet.coins.reduce((sum, coin) => (coin.spendable ? sum + coin.amountSats : sum), 0n),
      busy: await hasOpenWork(tx, merchantId),
      hookedMeanwhile: await hasUnhandledHooks(tx, store.id),
    })
    if (node?.kind === 'ok') await saveNodeBalance(tx, store.id, node.value)
    if (changed) await mailPayments(tx, deps.config.publicUrl, merchantId)
    if (changed || wallet.balanceSats !== store.balanceSats) await tell(tx, merchantId)
    return true
  })
  if (isWritten) await recordVanished(deps, client, store, merchantId, wallet)
}

const writeInvoice = async (deps: Deps, store: ReadyStore, merchantId: number, reading: InvoiceReading) => {
  const lightning = reading.payments.filter(({ method }) => method === 'lightning').map(({ key }) => key)
  const issuers = await findIssuers(deps.db, merchantId, lightning)
  // The store may have been given another node since: a payment is where its hash was issued.
  const isShared = ({ key }: EnginePayment) => (issuers.get(key) ?? store.lightning) === 'shared'
  // Not written down, it stays due: it is read again until our node has the money, too.
  if (!(await areReceived(deps, merchantId, reading.payments.filter(isShared)))) return
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockStoreAsRead(tx, store))) return
    // Payments first, so that whoever is told of both hears of the payment before what came of it.
    const paid = await recordInvoicePayments(tx, merchantId, reading, isShared)
    const moved = await saveInvoice(tx, deps.config.publicUrl, merchantId, reading.snapshot, store)
    if (paid) await mailPayments(tx, deps.config.publicUrl, merchantId)
    if (moved || paid) await tell(tx, merchantId)
  })
}

const tell = async (tx: Parameters<typeof noteChange>[0], merchantId: number) => {
  for (const topic of ['transactions', 'invoices', 'balance'] as const)
    await noteChange(tx, `merchant:${merchantId}`, topic)
  await noteChange(tx, 'admin', 'transactions')
}

/** A few at a time; one that cannot be read now is due again later, and does not stop the others. */
const readInvoices = async (
  read: (invoiceId: string) => ReturnType<typeof readInvoice>,
  invoiceIds: readonly string[],
  write: (reading: InvoiceReading) => Promise<void>,
) => {
  const waiting = [...invoiceIds]
  const failures: unknown[] = []
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        const reading = unwrap(await read(id))
        if (reading) await write(reading)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: readingsAtOnce }, work))
  if (failures.length > 0) throw failures[0]
}
