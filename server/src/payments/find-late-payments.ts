import { msatsToSatsRoundedDown, type Outcome, parseMsats } from '@bitquay/btcpay'
import type { LightningInvoice } from '@bitquay/btcpay/wire/lightning'
import { toCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import {
  addLatePayment,
  claimLateHashes,
  getInvoicePrice,
  itemOfHash,
  type LateHash,
  saveHashChecked,
} from '../invoices/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { saveWorkFailure } from '../platform/workers/work-failures.ts'
import { findPrice } from '../prices/index.ts'
import { findStore, lockStore, openStore, type ReadyStore, type Store } from '../stores/index.ts'
import { isPaymentKnown, markFinal, markLightningConfirmed, saveIncoming } from '../transactions/index.ts'
import { bookPayment } from './book-payment.ts'
import { notifyPayments, publishPayment } from './notify-payment.ts'
import { findUnbookedHashes } from './queries.ts'

/**
 * Asks nodes about BOLT11s of invoices that are over: a node may accept a payment after BTCPay has stopped watching.
 * Only payment hashes that we issued are asked for, since the shared node knows every store's, and each only at the
 * node that issued it. Returns how many were asked for.
 */
export const findLatePayments = async (deps: Deps, most: number): Promise<number> => {
  const due = await inTransaction(deps.db, (tx) => claimLateHashes(tx, most))
  for (const hash of due) {
    await checkLateHash(deps, hash).catch((error: unknown) =>
      saveWorkFailure(deps.db, 'find-late-payments', itemOfHash(hash), error),
    )
  }
  return due.length
}

/** Asks the node for one payment hash and records what was received. */
export const checkLateHash = async (deps: Deps, hash: LateHash) => {
  const store = openStore(await findStore(deps.db, hash.merchantId), deps.sealer)
  if (!store || !canAsk(store, hash)) return markOver(deps, hash)
  const known = await inTransaction(deps.db, (tx) => isPaymentKnown(tx, hash.merchantId, hash.paymentHash))
  if (known || (await isTaken(deps, hash))) return markOver(deps, hash)
  const found = await askNode(deps, store, hash)
  if (found.kind === 'ok' && found.value.paymentHash === hash.paymentHash && found.value.status === 'Paid') {
    return record(deps, store, hash, found.value)
  }
  // A node that does not know the hash or refuses us will not change its answer. No answer means nothing.
  const isOver = found.kind === 'ok' ? found.value.status !== 'Unpaid' : found.kind === 'refused' && found.status < 500
  await inTransaction(deps.db, (tx) => saveHashChecked(tx, hash, isOver))
}

/**
 * Our node keeps what it issued, whatever store the merchant has now. Any other node is reached only through its store.
 */
const canAsk = (store: Store, hash: LateHash) =>
  hash.node === 'shared' ||
  (store.lightning === 'own' && store.serverUrl === hash.serverUrl && store.storeId === hash.storeId)

/** Our node also reports "Paid" for what it received for a loop-out or another merchant. */
const isTaken = async (deps: Deps, { node, merchantId, paymentHash }: LateHash) =>
  node === 'shared' && (await findUnbookedHashes(deps.db, merchantId, [paymentHash])).isOthers

const markOver = async (deps: Deps, hash: LateHash) => {
  await inTransaction(deps.db, (tx) => saveHashChecked(tx, hash, true))
}

const askNode = (deps: Deps, store: ReadyStore, { node, paymentHash }: LateHash): Promise<Outcome<LightningInvoice>> =>
  node === 'shared'
    ? deps.engines.platform.serverLightning.getInvoice(paymentHash)
    : deps.engines
        .at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
        .lightning.getInvoice(store.storeId, paymentHash)

const record = (deps: Deps, store: ReadyStore, hash: LateHash, paid: LightningInvoice) =>
  inTransaction(deps.db, async (tx) => {
    if (!canAsk(await lockStore(tx, store.id), hash)) return
    await saveHashChecked(tx, hash, true)
    const amountSats = msatsToSatsRoundedDown(parseMsats(paid.amountReceived ?? paid.amount ?? '0'))
    // A sync may have recorded it in the meantime.
    if (amountSats <= 0n || (await isPaymentKnown(tx, hash.merchantId, hash.paymentHash))) return
    const { row } = await saveIncoming(tx, hash.merchantId, {
      key: hash.paymentHash,
      txid: hash.paymentHash,
      method: 'lightning',
      purpose: 'invoice',
      amountSats,
      priceCents: await priceOf(tx, await getInvoicePrice(tx, hash.invoiceId)),
      address: undefined,
      invoiceId: hash.invoiceId,
      seenAt: paid.paidAt ? new Date(paid.paidAt * 1000) : tx.now,
    })
    await addLatePayment(tx, hash, amountSats)
    await publishPayment(tx, row, 'received')
    await markLightningConfirmed(tx, row.id)
    await bookPayment(tx, row, hash.node === 'shared')
    await markFinal(tx, row.id)
    await notifyPayments(tx, deps.config.publicUrl, hash.merchantId)
    for (const topic of ['transactions', 'invoices', 'balance'] as const) {
      await emitChange(tx, `merchant:${hash.merchantId}`, topic)
    }
    await emitChange(tx, 'admin', 'transactions')
  })

const priceOf = async (tx: Tx, invoice: { btcPrice: string | null; currency: string }) =>
  invoice.currency === 'USD' && invoice.btcPrice !== null ? toCents(invoice.btcPrice) : (await findPrice(tx)).cents
