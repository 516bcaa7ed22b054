import type { EnginePayment, InvoiceReading } from '../invoices/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { findPrice, roundToCents } from '../prices/index.ts'
import {
  markFailed,
  markFinal,
  markLightningConfirmed,
  saveIncoming,
  type TransactionRow,
} from '../transactions/index.ts'
import { bookPayment, unbookPayment } from './book-payment.ts'
import { publishPayment } from './notify-payment.ts'
import type { Wallet } from './queries.ts'

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
): Promise<boolean> => {
  let changed = false
  for (const payment of reading.payments) {
    if (payment.amountSats <= 0n) continue
    const { row, isNew, takenFor } = await saveIncoming(tx, merchantId, {
      key: payment.key,
      txid: payment.txid,
      method: payment.method,
      purpose: 'invoice',
      amountSats: payment.amountSats,
      priceCents: await priceOf(tx, reading.currency, payment),
      address: payment.address,
      invoiceId,
      attemptId,
      atStore,
      seenAt: payment.receivedAt,
    })
    if (isNew) await publishPayment(tx, row, 'received')
    if (takenFor?.booked) await rebook(tx, takenFor, row)
    changed ||= isNew || takenFor !== undefined
    changed = (await followEngine(tx, row, payment, isShared(payment))) || changed
  }
  return changed
}

/** It was booked as a deposit without a fee before the engine reported its invoice. */
const rebook = async (tx: Tx, before: TransactionRow, row: TransactionRow) => {
  await unbookPayment(tx, before)
  await bookPayment(tx, { ...row, booked: false }, false)
}

const followEngine = async (tx: Tx, row: TransactionRow, payment: EnginePayment, sharedNode: boolean) => {
  if (payment.method === 'lightning' && payment.state === 'settled' && !row.booked) {
    await markLightningConfirmed(tx, row.id)
    await bookPayment(tx, row, sharedNode)
    await markFinal(tx, row.id)
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
