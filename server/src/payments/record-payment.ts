import { toCents, toSats } from '@bitquay/contract/money'
import { announce } from '../facts/index.ts'
import { type EnginePayment, type InvoiceReading, markReadDue, type PaidFor } from '../invoices/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { findPrice, roundToCents } from '../prices/index.ts'
import {
  type Filing,
  type Incoming,
  isFiledAs,
  keepRest,
  markFailed,
  markFinal,
  markLightningConfirmed,
  markRefiled,
  nameOutput,
  type SavedIncoming,
  saveIncoming,
  splitOutput,
  type TransactionRow,
} from '../transactions/index.ts'
import { bookPayment, bookPayments, unbookPayment } from './book-payment.ts'
import { paymentReceived, paymentReversed } from './facts.ts'
import type { Wallet } from './queries.ts'
import { type BlockTimes, rateAttempt } from './rate-attempt.ts'

/**
 * Saves the payments of an invoice, each once. Lightning is booked at once. On-chain payments wait for their first
 * block, which the wallet reports. Returns whether anything is new.
 */
export const recordInvoicePayments = async (
  tx: Tx,
  { merchantId, atStore }: Wallet,
  reading: InvoiceReading,
  isShared: (payment: EnginePayment) => boolean,
  { invoiceId, attemptId }: PaidFor,
  blockTimes: BlockTimes,
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
    await announce(tx, paymentReversed, { ...row, status: 'failed' })
    return true
  }
  return false
}

/** The invoice's locked rate if it is in dollars, otherwise our price now. */
const priceOf = async (tx: Tx, currency: string, payment: EnginePayment): Promise<bigint> => {
  if (currency !== 'USD') return (await findPrice(tx)).cents
  return roundToCents(payment.rate)
}

/** Money that nothing explains. */
export const unexplained: Filing = { purpose: 'deposit', invoiceId: undefined }

/** Saves an incoming payment once, regardless of what reports it first: the wallet without its output, or with it, or the invoice. */
export const savePayment = async (
  tx: Tx,
  merchantId: number,
  incoming: Incoming,
  blockTimes: BlockTimes,
): Promise<SavedIncoming> => {
  const saved = await saveIncoming(tx, merchantId, incoming, (rest) => takeFromRest(tx, rest, incoming))
  if (!saved.isNew) return saved
  // What was part of a booked payment is booked and rated already.
  const row = saved.row.booked ? saved.row : await rateAttempt(tx, saved.row, false, blockTimes)
  await announce(tx, paymentReceived, row)
  return { ...saved, row }
}

/**
 * An output becomes known after its transaction was saved without one. It is the same money, so it moves from there,
 * with its dates and its price, unless a price was agreed on.
 */
const takeFromRest = async (tx: Tx, rest: TransactionRow, incoming: Incoming): Promise<SavedIncoming> => {
  const restSats = toSats(rest.amount)
  const amountSats = incoming.amountSats < restSats ? incoming.amountSats : restSats
  const priceCents = incoming.isPriceLocked ? incoming.priceCents : toCents(rest.btcPrice ?? '0')
  const output = { ...incoming, amountSats, priceCents }
  const isSame = isFiledAs(rest, incoming) && priceCents === toCents(rest.btcPrice ?? '0')
  if (isSame && amountSats === restSats) return { row: await nameOutput(tx, rest, output), isNew: false }

  const isWhole = amountSats === restSats
  const row = await correct(tx, rest, async () => {
    if (isWhole) return [await nameOutput(tx, rest, output)]
    const part = await splitOutput(tx, rest, output)
    // Only one output can be what the label named.
    const left = await keepRest(tx, rest, restSats - amountSats, isSame ? unexplained : filingOf(rest))
    return left ? [part, left] : [part]
  })
  if (incoming.invoiceId !== undefined && incoming.attemptId === undefined)
    await markReadDue(tx, rest.merchantId, incoming.invoiceId)
  return { row, isNew: !isWhole }
}

/** More was saved than the transaction brought, by a release that knew one output under two names. */
export const dropExcess = async (tx: Tx, rest: TransactionRow, excessSats: bigint) => {
  const restSats = toSats(rest.amount)
  await correct(tx, rest, async () => {
    const left = await keepRest(tx, rest, restSats > excessSats ? restSats - excessSats : 0n, filingOf(rest))
    return left ? [left] : []
  })
}

/**
 * Changes a payment that may be booked. History can't be edited, so a new transfer undoes the booking, and the changed
 * payments are booked again under the fees of their time. Returns the first of them as it is now.
 */
const correct = async (tx: Tx, before: TransactionRow, change: () => Promise<TransactionRow[]>) => {
  if (before.booked) await unbookPayment(tx, before)
  const changed = await change()
  const [row = before] = changed
  if (!before.booked) return row
  const unbooked = changed.map((one) => ({ ...one, booked: false, transferId: null }))
  await bookPayments(tx, before.merchantId, unbooked, false, { feesOf: before.confirmedAt ?? before.seenAt })
  if (changed.length > 0 && !isFiledAs(before, filingOf(row))) await markRefiled(tx, row.id)
  return { ...row, booked: true }
}

const filingOf = ({ purpose, invoiceId, attemptId, description, depositAddressId }: TransactionRow): Filing => ({
  purpose: purpose === 'invoice' || purpose === 'loop-out' ? purpose : 'deposit',
  invoiceId: invoiceId ?? undefined,
  attemptId: attemptId ?? undefined,
  description: description ?? undefined,
  depositAddressId: depositAddressId ?? undefined,
})
