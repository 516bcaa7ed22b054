import type { Outcome } from '@bitquay/btcpay'
import type { LightningInvoice } from '@bitquay/btcpay/wire/lightning'
import { toCents, toSats } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import {
  addLatePayment,
  claimLateHashes,
  examineLate,
  findInvoice,
  getInvoicePrice,
  invoicePaidLate,
  itemOfHash,
  type LateHash,
  saveHashChecked,
} from '../invoices/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { saveWorkFailure } from '../platform/workers/work-failures.ts'
import { findPrice, refreshPrice } from '../prices/index.ts'
import { findStoreAt, lockStore, openStore, type ReadyStore, type Store } from '../stores/index.ts'
import { isPaymentKnown } from '../transactions/index.ts'
import { bookReceived } from './book-received.ts'
import { announcePayment } from './notify-payment.ts'
import { isHashOfOthers } from './queries.ts'

/**
 * Asks nodes about BOLT11s of invoices that are over: a node may accept a payment after BTCPay has stopped watching.
 * Only payment hashes that we issued are asked for, since the shared node knows every store's, and each only at the
 * node that issued it. Returns how many were asked for.
 */
export const findLatePayments = async (deps: Deps, most: number): Promise<number> => {
  const due = await claimLateHashes(deps.db, most)
  for (const hash of due) {
    await checkLateHash(deps, hash).catch((error: unknown) =>
      saveWorkFailure(deps.db, 'find-late-payments', itemOfHash(hash), error),
    )
  }
  return due.length
}

/** Asks the node for one payment hash and records what was received. */
export const checkLateHash = async (deps: Deps, hash: LateHash) => {
  const store = openStore(await findStoreAt(deps.db, hash.merchantId, hash), deps.sealer)
  if (!store || !canAsk(store, hash)) return markOver(deps, hash)
  const known = await inTransaction(deps.db, (tx) => isPaymentKnown(tx, hash.merchantId, hash.paymentHash))
  if (known || (await isTaken(deps, hash))) return markOver(deps, hash)
  const found = await askNode(deps, store, hash)
  if (found.kind === 'ok' && found.value.paymentHash === hash.paymentHash && found.value.status === 'Paid') {
    if (hash.attemptId !== null) await refreshPrice(deps)
    return record(deps, store, hash, found.value)
  }
  const isOver = found.kind === 'ok' ? found.value.status !== 'Unpaid' : isFinal(found, hash)
  await inTransaction(deps.db, (tx) => saveHashChecked(tx, hash, isOver))
}

/**
 * A node that does not know the hash will not change its answer, nor will a merchant's server that refuses us. Our own
 * servers refuse only while something is wrong there, such as a key that is being replaced. No answer means nothing.
 */
const isFinal = (answer: Outcome<unknown>, { node }: LateHash) => {
  if (answer.kind !== 'refused') return false
  if (answer.code === 'invoice-not-found') return true
  return node === 'own' && answer.status < 500 && answer.status !== 429
}

/**
 * Each of our nodes keeps what it issued, whatever store the merchant has now. Any other node is reached only through its store.
 */
const canAsk = (store: Store, hash: LateHash) =>
  hash.node === 'shared' ||
  (store.lightning === 'own' && store.serverUrl === hash.serverUrl && store.storeId === hash.storeId)

/** Our node also reports "Paid" for what it received for a loop-out or another merchant. */
const isTaken = async (deps: Deps, { node, merchantId, paymentHash }: LateHash) =>
  node === 'shared' && (await isHashOfOthers(deps, merchantId, paymentHash))

const markOver = async (deps: Deps, hash: LateHash) => {
  await inTransaction(deps.db, (tx) => saveHashChecked(tx, hash, true))
}

const askNode = async (deps: Deps, store: ReadyStore, hash: LateHash): Promise<Outcome<LightningInvoice>> => {
  const { node, paymentHash, serverUrl } = hash
  if (node === 'own') {
    const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
    return client.lightning.getInvoice(store.storeId, paymentHash)
  }
  return deps.engines.getIssuer(serverUrl).getInvoice(paymentHash)
}

const record = (deps: Deps, store: ReadyStore, hash: LateHash, paid: LightningInvoice) =>
  inTransaction(deps.db, async (tx) => {
    if (!canAsk(await lockStore(tx, store.id), hash)) return
    await saveHashChecked(tx, hash, true)
    const { merchantId, paymentHash, node, invoiceId } = hash
    const attemptId = hash.attemptId ?? undefined
    const claimed = node === 'own' ? await examineLate(tx, hash, paid) : paid
    if (!claimed) return
    const priceCents = await priceOf(tx, await getInvoicePrice(tx, hash))
    const about = { merchantId, paymentHash, node, invoiceId, attemptId, priceCents }
    const row = await bookReceived(tx, { ...about, paid: claimed })
    if (!row) return
    // An invoice with a due date is computed from its payments.
    if (attemptId === undefined) await addLate(tx, deps.config.publicUrl, hash, toSats(row.amount))
    await announcePayment(tx, deps.config.publicUrl, merchantId)
  })

const addLate = async (tx: Tx, publicUrl: string, hash: LateHash, sats: bigint) => {
  const { merchantId, invoiceId } = hash
  const before = await findInvoice(tx, merchantId, invoiceId)
  await addLatePayment(tx, hash, sats)
  const after = await findInvoice(tx, merchantId, invoiceId)
  if (after?.additionalStatus === 'paid-late' && before?.additionalStatus !== 'paid-late') {
    await announce(tx, invoicePaidLate, { row: after, publicUrl })
  }
}

const priceOf = async (tx: Tx, invoice: { btcPrice: string | null; currency: string }) =>
  invoice.currency === 'USD' && invoice.btcPrice !== null ? toCents(invoice.btcPrice) : (await findPrice(tx)).cents
