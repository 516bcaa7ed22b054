import { parseMsats, satsToMsats } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import type { EnginePayment, InvoiceReading } from '../invoices/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { findPrice, roundToCents } from '../prices/index.ts'
import type { ReadyStore } from '../stores/index.ts'
import { markFailed, markFinal, markLightningConfirmed, type TransactionRow } from '../transactions/index.ts'
import { bookPayment, bookPayments, unbookPayment } from './book-payment.ts'
import { publishPayment } from './notify-payment.ts'
import { findIssuers, findUnbookedHashes, type Wallet } from './queries.ts'
import { type BlockTimes, noBlockTimes } from './rate-attempt.ts'
import { savePayment } from './save-payment.ts'

/** The invoice that payments count for, and the attempt of it that they came through. */
export type PaidFor = { invoiceId: string; attemptId?: number }

/**
 * Saves the payments of an invoice, each once. Lightning is booked at once. On-chain payments wait for their first
 * block, which the wallet reports. Returns whether anything is new.
 */
export const recordInvoicePayments = async (
  tx: Tx,
  { merchantId, atStore }: Wallet,
  reading: InvoiceReading,
  isShared: (payment: EnginePayment) => boolean,
  { invoiceId, attemptId }: PaidFor = { invoiceId: reading.snapshot.invoiceId },
  blockTimes: BlockTimes = noBlockTimes,
): Promise<boolean> => {
  let changed = false
  for (const payment of reading.payments) {
    if (payment.amountSats <= 0n) continue
    const { row, isNew, takenFor } = await savePayment(
      tx,
      merchantId,
      {
        key: payment.key,
        txid: payment.txid,
        method: payment.method,
        purpose: 'invoice',
        amountSats: payment.amountSats,
        priceCents: await priceOf(tx, reading.currency, payment),
        isPriceLocked: reading.currency === 'USD',
        address: payment.address,
        invoiceId,
        attemptId,
        atStore,
        seenAt: payment.receivedAt,
      },
      blockTimes,
    )
    if (takenFor?.booked) await rebook(tx, takenFor, row)
    changed ||= isNew || takenFor !== undefined
    changed = (await followEngine(tx, row, payment, isShared(payment))) || changed
  }
  return changed
}

/** It was booked as a deposit without a fee before the engine reported its invoice. */
const rebook = async (tx: Tx, before: TransactionRow, row: TransactionRow) => {
  await unbookPayment(tx, before)
  await bookPayments(tx, row.merchantId, [{ ...row, booked: false }], false, {
    feesOf: before.confirmedAt ?? before.seenAt,
  })
}

const followEngine = async (tx: Tx, row: TransactionRow, payment: EnginePayment, sharedNode: boolean) => {
  if (payment.method === 'lightning' && payment.state === 'settled' && !row.booked) {
    await markLightningConfirmed(tx, row.id)
    await bookPayment(tx, row, sharedNode)
    await markFinal(tx, [row.id])
    return true
  }
  // BTCPay reports that it was replaced. A booking is undone only when the chain itself shows it.
  if (payment.state === 'invalid' && !row.booked && row.status === 'pending') {
    await markFailed(tx, row.id)
    await publishPayment(tx, { ...row, status: 'failed' }, 'reversed')
    return true
  }
  return false
}

/** The invoice's locked rate if it is in dollars, otherwise our price now. */
const priceOf = async (tx: Tx, currency: string, payment: EnginePayment): Promise<bigint> => {
  if (currency !== 'USD') return (await findPrice(tx)).cents
  return roundToCents(payment.rate)
}

/**
 * Tells which Lightning payments are on our shared node. Undefined while it has not received all that the store reports:
 * then nothing is saved, and it is read again until our node has the money.
 */
export const findShared = async (
  { deps, store, merchantId }: { deps: Deps; store: ReadyStore; merchantId: number },
  reading: InvoiceReading,
) => {
  const lightning = reading.payments.filter(({ method }) => method === 'lightning').map(({ key }) => key)
  const issuers = await findIssuers(deps.db, merchantId, lightning)
  // The store may have been given another node since: a payment is where its hash was issued.
  const isShared = ({ key }: EnginePayment) => (issuers.get(key)?.node ?? store.lightning) === 'shared'
  const shared = reading.payments.filter(isShared).map((payment) => {
    const issuer = issuers.get(payment.key)
    // A hash that was never recorded is only believed if our node at the store's own address has it.
    const node = issuer ? deps.engines.getIssuer(issuer.serverUrl) : deps.engines.findNode(store.serverUrl)
    return { ...payment, node }
  })
  return (await areReceived(deps, merchantId, shared)) ? isShared : undefined
}

/**
 * Whether our shared nodes received all Lightning payments that a store on one of them reports and that are not booked
 * yet. What is booked there is our debt, so we ask our own node, the one that issued the hash: the store may have been
 * given another one since, which could report anything.
 */
export const areReceived = async (
  deps: Deps,
  merchantId: number,
  payments: readonly (EnginePayment & { node: ReturnType<Deps['engines']['findNode']> })[],
): Promise<boolean> => {
  const settled = payments.filter(({ method, state }) => method === 'lightning' && state === 'settled')
  if (settled.length === 0) return true
  const hashes = await findUnbookedHashes(
    deps,
    merchantId,
    settled.map(({ key }) => key),
  )
  if (hashes.isOthers) return false
  for (const { key, amountSats, node } of settled) {
    if (!hashes.unbooked.has(key)) continue
    const found = await node?.getInvoice(key)
    if (found?.kind !== 'ok' || found.value.paymentHash !== key || found.value.status !== 'Paid') return false
    if (parseMsats(found.value.amountReceived ?? found.value.amount ?? '0') < satsToMsats(amountSats)) return false
  }
  return true
}
