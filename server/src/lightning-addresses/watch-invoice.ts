import { createHash } from 'node:crypto'
import { isRefused, type Outcome, parseMsats } from '@bitquay/btcpay'
import type { LightningInvoice } from '@bitquay/btcpay/wire/lightning'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { dropExpiredLnurl, type LnurlInvoice, markLnurlPaid, scheduleLnurlCheck } from '../invoices/index.ts'
import { addLinkReceived } from '../payment-links/index.ts'
import { announcePayment, bookReceived, isHashOfOthers } from '../payments/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { findPrice } from '../prices/index.ts'
import { findStoreAt, lockStore, openStore, type ReadyStore, type Store } from '../stores/index.ts'
import { linkPaid } from './facts.ts'
import { hostOf } from './present-address.ts'
import { findAddressById } from './queries.ts'

/**
 * Asks the node that issued a BOLT11 whether it was paid, and books the payment. BTCPay doesn't report these invoices,
 * because no invoice of a store is behind them.
 */
export const watchInvoice = async (deps: Deps, invoice: LnurlInvoice): Promise<void> => {
  const store = openStore(await findStoreAt(deps.db, invoice.merchantId, invoice), deps.sealer)
  if (!store || !canAsk(store, invoice)) return void (await wait(deps, invoice))
  const found = await askNode(deps, store, invoice)
  const isAbout = found.kind === 'ok' && found.value.paymentHash === invoice.paymentHash
  const isPaid = isAbout && found.value.status === 'Paid' && isPlausible(invoice, found.value)
  if (isPaid) return record(deps, store, invoice, found.value)
  const isOver = isAbout ? found.value.status === 'Expired' : isRefused(found, 'invoice-not-found')
  if (isOver && (await dropExpiredLnurl(deps.db, invoice))) return
  await wait(deps, invoice)
}

const wait = (deps: Deps, invoice: LnurlInvoice) => scheduleLnurlCheck(deps.db, invoice)

/** Wallets may pay up to twice the amount (BOLT 4). A merchant's server that reports more would distort everyone's figures. */
const isPlausible = ({ amountMsats }: LnurlInvoice, { amountReceived, amount }: LightningInvoice) =>
  parseMsats(amountReceived ?? amount ?? '0') <= 2n * amountMsats

/** Each of our nodes keeps what it issued, whatever store the merchant has now. Any other node is reached only through its store. */
const canAsk = (store: Store, invoice: LnurlInvoice) =>
  invoice.node === 'shared' ||
  (store.lightning === 'own' && store.serverUrl === invoice.serverUrl && store.storeId === invoice.storeId)

const askNode = async (deps: Deps, store: ReadyStore, invoice: LnurlInvoice): Promise<Outcome<LightningInvoice>> => {
  if (invoice.node === 'own') {
    const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
    return client.lightning.getInvoice(store.storeId, invoice.nodeInvoiceId)
  }
  return deps.engines.getIssuer(invoice.serverUrl).getInvoice(invoice.nodeInvoiceId)
}

const record = async (deps: Deps, store: ReadyStore, invoice: LnurlInvoice, paid: LightningInvoice) => {
  const { merchantId, paymentHash, node, paymentLinkId } = invoice
  // Our node also reports "Paid" for what it received for a loop-out or another merchant.
  if (node === 'shared' && (await isHashOfOthers(deps, merchantId, paymentHash)))
    return void (await wait(deps, invoice))
  const address = await findAddressById(deps.db, invoice.addressId)
  await inTransaction(deps.db, async (tx) => {
    if (!canAsk(await lockStore(tx, store.id), invoice)) return
    const row = await bookReceived(tx, {
      ...{ merchantId, paymentHash, node },
      paid: { ...paid, paidAt: dateOf(invoice, paid, tx.now) },
      priceCents: (await findPrice(tx)).cents,
      description: invoice.comment || `Payment to ${address?.name ?? ''}@${hostOf(deps.config)}`,
      paymentLinkId: paymentLinkId ?? undefined,
    })
    if (!row) return
    await markLnurlPaid(tx, invoice, { transactionId: row.id, preimage: preimageOf(invoice, paid) })
    if (paymentLinkId !== null) {
      await addLinkReceived(tx, paymentLinkId, row.amountUsd ?? '0')
      await announce(tx, linkPaid, { merchantId })
    }
    await announcePayment(tx, deps.config.publicUrl, merchantId)
  })
}

/** When the node says that it was paid, if that is after its invoice was created and not in the future. */
const dateOf = ({ createdAt }: LnurlInvoice, { paidAt }: LightningInvoice, now: Date): number | undefined => {
  const isPossible = paidAt && paidAt * 1000 >= createdAt.getTime() && paidAt * 1000 <= now.getTime()
  return isPossible ? paidAt : undefined
}

/** It is shown as the proof of payment, so it must be the right one. */
const preimageOf = ({ paymentHash }: LnurlInvoice, { preimage }: LightningInvoice): string | null => {
  const isRight = preimage && createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex') === paymentHash
  return isRight ? preimage.toLowerCase() : null
}
