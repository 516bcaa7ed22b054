import { toCents, toSats } from '@bitquay/contract/money'
import { markReadDue } from '../invoices/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import {
  type Filing,
  type Incoming,
  isFiledAs,
  keepRest,
  markRefiled,
  nameOutput,
  type SavedIncoming,
  saveIncoming,
  splitOutput,
  type TransactionRow,
} from '../transactions/index.ts'
import { bookPayments, unbookPayment } from './book-payment.ts'
import { publishPayment } from './notify-payment.ts'
import { type BlockTimes, rateAttempt } from './rate-attempt.ts'

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
  await publishPayment(tx, row, 'received')
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
