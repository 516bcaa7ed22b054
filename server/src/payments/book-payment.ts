import { centsOfSats, fromCents, fromSats, toCents, toSats } from '@bitquay/contract/money'
import { announce, announceAll } from '../facts/index.ts'
import {
  type Fee,
  getTerms,
  reverseFee,
  type SplitTerms,
  saveFees,
  splitPayment,
  undoForgiveness,
} from '../fees/index.ts'
import { followChain, markHeldDue, markReadDue } from '../invoices/index.ts'
import { type Entry, nodeOwner, type Owner, postTransfers, priceEntries, reverseTransfer } from '../ledger/index.ts'
import { addDeposit } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { undoForgivenessOfFee } from '../promo-codes/index.ts'
import {
  bookingReference,
  forgetNodePayment,
  markBooked,
  markUnbooked,
  saveNodePayment,
  type TransactionRow,
} from '../transactions/index.ts'
import { paymentConfirmed, paymentReversed } from './facts.ts'
import { findNodeEngine } from './queries.ts'
import { type BlockTimes, noBlockTimes, rateAttempt } from './rate-attempt.ts'

const platform: Owner = { kind: 'platform' }

/** Books an incoming payment. */
export const bookPayment = (tx: Tx, row: TransactionRow, sharedNode: boolean) =>
  bookPayments(tx, row.merchantId, [row], sharedNode)

/**
 * Books incoming payments of one merchant: who gets what, in satoshis and dollars fixed now. On-chain, and on a
 * merchant's own node, the merchant has the money and owes the fee. On a shared node we keep the fee, and the money is in
 * the account of the node that issued the payment hash. A block may confirm many payments, so each step is one statement
 * for all of them. Fees are those of today, or of an earlier time for a payment that was booked as something else.
 */
export const bookPayments = async (
  tx: Tx,
  merchantId: number,
  confirmed: readonly TransactionRow[],
  sharedNode: boolean,
  { feesOf, blockTimes = noBlockTimes }: { feesOf?: Date; blockTimes?: BlockTimes } = {},
) => {
  if (confirmed.length === 0) return
  const rows: TransactionRow[] = []
  for (const row of confirmed) rows.push(await rateAttempt(tx, row, true, blockTimes))
  const terms = rows.some(({ purpose }) => purpose === 'invoice') ? await getTerms(tx, merchantId, feesOf) : free
  const prepared = []
  for (const row of rows) prepared.push(await prepareBooking(tx, row, terms, sharedNode))

  const posted = prepared.filter(({ transfer }) => transfer.entries.length > 0)
  const ids = await postTransfers(
    tx,
    posted.map(({ transfer }) => transfer),
  )
  const transferIds = new Map(posted.map((booking, index) => [booking, ids[index]]))
  const bookings = prepared.map((booking) => ({ ...booking, transferId: transferIds.get(booking) }))
  await markBooked(tx, bookings)
  for (const { row, amountSats, nodeEngineId } of bookings) {
    if (nodeEngineId === undefined) continue
    const payment = { paymentHash: row.engineKey, transactionId: row.id, amountSats, engineId: nodeEngineId }
    await saveNodePayment(tx, payment)
  }
  // A loop-out moves the merchant's own money from Lightning, so it is no volume.
  const volume = rows.filter(({ purpose }) => purpose !== 'loop-out')
  if (volume.length > 0) await addDeposit(tx, merchantId, fromCents(sumCents(volume)), 1)
  for (const row of rows) if (row.bookings > 0) await followInvoice(tx, row)
  const held = rows.flatMap(({ bookings: before, invoiceId, attemptId }) =>
    before === 0 && invoiceId !== null && attemptId === null ? [invoiceId] : [],
  )
  if (held.length > 0) await markHeldDue(tx, merchantId, held)
  await announceAll(tx, paymentConfirmed, rows)
  await saveFees(
    tx,
    merchantId,
    bookings.flatMap(toFee).map((fee) => ({ ...fee, termsAt: feesOf })),
  )
}

const sumCents = (rows: readonly TransactionRow[]) =>
  rows.reduce((sum, { amountUsd }) => sum + toCents(amountUsd ?? '0'), 0n)

type Prepared = Awaited<ReturnType<typeof prepareBooking>>

/** Computes the shares of a payment and the entries of its transfer. */
const prepareBooking = async (tx: Tx, row: TransactionRow, merchantTerms: SplitTerms, sharedNode: boolean) => {
  const amountSats = toSats(row.amount)
  const priceCents = toCents(row.btcPrice ?? '0')
  const onSharedNode = row.method === 'lightning' && sharedNode
  const nodeEngineId = onSharedNode ? await findNodeEngine(tx, row, row.engineKey) : undefined
  const terms = row.purpose === 'invoice' ? merchantTerms : free
  const split = splitPayment(amountSats, terms)

  const merchant: Owner = { kind: 'merchant', id: row.merchantId }
  const taken: Omit<Entry, 'usd8'>[] =
    nodeEngineId === undefined
      ? [{ owner: merchant, account: 'fees-owed', sats: split.feeSats }]
      : [
          { owner: nodeOwner(nodeEngineId), account: 'lightning-node', sats: amountSats },
          { owner: merchant, account: 'lightning', sats: -split.merchantSats },
        ]
  const shared = split.partners.map(
    ({ partnerId, sats }): Omit<Entry, 'usd8'> => ({
      owner: { kind: 'partner', id: partnerId },
      account: 'earned',
      sats: -sats,
    }),
  )
  const entries = priceEntries(
    [...taken, ...shared, { owner: platform, account: 'revenue', sats: -split.platformSats }],
    priceCents,
  )
  return {
    row,
    amountSats,
    priceCents,
    nodeEngineId,
    feeSats: split.feeSats,
    feeCents: centsOfSats(split.feeSats, priceCents),
    partnerSats: split.feeSats - split.platformSats,
    markupSats: split.markupSats,
    feeMilliPercent: terms.platformFeeMilliPercent + terms.partnerPoolMilliPercent + terms.markupMilliPercent,
    transfer: { kind: 'payment', reference: bookingReference(row), priceCents, entries },
  }
}

const toFee = (booking: Prepared & { transferId: bigint | undefined }): Fee[] => {
  const { row, transferId, feeSats, feeCents, priceCents, feeMilliPercent, partnerSats, markupSats, nodeEngineId } =
    booking
  if (transferId === undefined || feeSats === 0n) return []
  return [
    {
      transactionId: row.id,
      invoiceId: row.invoiceId,
      txid: row.txid,
      transferId,
      kind: row.method === 'lightning' ? 'lightning' : 'deposit',
      originalAmountBtc: row.amount,
      originalAmountUsd: row.amountUsd ?? '0',
      feeMilliPercent,
      feeBtc: fromSats(feeSats),
      feeUsd: fromCents(feeCents),
      btcPrice: fromCents(priceCents),
      partnerSats,
      markupSats,
      processed: nodeEngineId !== undefined,
    },
  ]
}

/** A reorganization removed the payment: a new transfer undoes the booking, and a later block may book it again. */
export const unbookPayment = async (tx: Tx, row: TransactionRow) => {
  if (row.transferId !== null) {
    await undoForgiveness(tx, row.transferId)
    await reverseTransfer(tx, row.transferId, `${row.merchantId}:${row.engineKey}#${row.bookings}`)
    await undoForgivenessOfFee(tx, row.transferId)
    await reverseFee(tx, row.transferId)
  }
  await markUnbooked(tx, row.id)
  if (row.method === 'lightning') await forgetNodePayment(tx, row.id)
  if (row.purpose !== 'loop-out') await addDeposit(tx, row.merchantId, row.amountUsd ?? '0', -1)
  await followInvoice(tx, row)
  await announce(tx, paymentReversed, row)
}

/** Updates the invoice after its payment changed on the chain. One with a due date is computed from all its payments. */
export const followInvoice = async (tx: Tx, { merchantId, invoiceId, attemptId }: TransactionRow) => {
  if (invoiceId === null || attemptId !== null) return
  await followChain(tx, merchantId, invoiceId)
  await markReadDue(tx, merchantId, invoiceId)
}

/** Money without an invoice is the merchant's own deposit, so it has no fee. */
const free: SplitTerms = {
  platformFeeMilliPercent: 0n,
  partnerPoolMilliPercent: 0n,
  markupMilliPercent: 0n,
  partners: [],
}
