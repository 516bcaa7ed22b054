import { centsOfSats, fromCents, fromSats, toCents, toSats } from '@bitquay/contract/money'
import { mainEngineId } from '../deps.ts'
import { getTerms, reverseFee, type SplitTerms, saveFee, splitPayment } from '../fees/index.ts'
import { followChain, markHeldDue, markReadDue } from '../invoices/index.ts'
import { type Entry, nodeOwner, type Owner, postTransfer, priceEntries, reverseTransfer } from '../ledger/index.ts'
import { addDeposit } from '../merchants/index.ts'
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
import { publishPayment } from './notify-payment.ts'
import { findNodeEngine } from './queries.ts'

const platform: Owner = { kind: 'platform' }

/**
 * Books an incoming payment: who gets what, in satoshis and dollars fixed now. On-chain, and on a merchant's own node,
 * the merchant has the money and owes the fee. On a shared node we keep the fee, and the money is in the account of the
 * node that issued the payment hash.
 */
export const bookPayment = async (tx: Tx, row: TransactionRow, sharedNode: boolean) => {
  const amountSats = toSats(row.amount)
  const priceCents = toCents(row.btcPrice ?? '0')
  const onSharedNode = row.method === 'lightning' && sharedNode
  const engineId = onSharedNode ? await findNodeEngine(tx, row, row.engineKey) : mainEngineId
  const terms = row.purpose === 'invoice' ? await getTerms(tx, row.merchantId) : free
  const split = splitPayment(amountSats, terms)

  const merchant: Owner = { kind: 'merchant', id: row.merchantId }
  const taken: Omit<Entry, 'usd8'>[] = onSharedNode
    ? [
        { owner: nodeOwner(engineId), account: 'lightning-node', sats: amountSats },
        { owner: merchant, account: 'lightning', sats: -split.merchantSats },
      ]
    : [{ owner: merchant, account: 'fees-owed', sats: split.feeSats }]
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

  const transferId =
    entries.length === 0
      ? undefined
      : await postTransfer(tx, {
          kind: 'payment',
          reference: bookingReference(row),
          priceCents,
          entries,
        })
  const feeCents = centsOfSats(split.feeSats, priceCents)
  await markBooked(tx, row, { transferId, feeSats: split.feeSats, feeCents })
  if (onSharedNode) {
    await saveNodePayment(tx, { paymentHash: row.engineKey, transactionId: row.id, amountSats, engineId })
  }
  // A loop-out moves the merchant's own money from Lightning, so it is no volume.
  if (row.purpose !== 'loop-out') await addDeposit(tx, row.merchantId, row.amountUsd ?? '0', 1)
  if (row.bookings > 0) await followInvoice(tx, row)
  else if (row.invoiceId !== null && row.attemptId === null) await markHeldDue(tx, row.merchantId, row.invoiceId)
  await publishPayment(tx, row, 'confirmed')
  if (transferId === undefined || split.feeSats === 0n) return
  await saveFee(tx, {
    merchantId: row.merchantId,
    transactionId: row.id,
    invoiceId: row.invoiceId,
    txid: row.txid,
    transferId,
    kind: row.method === 'lightning' ? 'lightning' : 'deposit',
    originalAmountBtc: row.amount,
    originalAmountUsd: row.amountUsd ?? '0',
    feeMilliPercent: terms.platformFeeMilliPercent + terms.partnerPoolMilliPercent + terms.markupMilliPercent,
    feeBtc: fromSats(split.feeSats),
    feeUsd: fromCents(feeCents),
    btcPrice: fromCents(priceCents),
    partnerSats: split.feeSats - split.platformSats,
    processed: onSharedNode,
  })
}

/** A reorganization removed the payment: a new transfer undoes the booking, and a later block may book it again. */
export const unbookPayment = async (tx: Tx, row: TransactionRow) => {
  if (row.transferId !== null) {
    await reverseTransfer(tx, row.transferId, `${row.merchantId}:${row.engineKey}#${row.bookings}`)
    await undoForgivenessOfFee(tx, row.transferId)
    await reverseFee(tx, row.transferId)
  }
  await markUnbooked(tx, row.id)
  if (row.method === 'lightning') await forgetNodePayment(tx, row.id)
  if (row.purpose !== 'loop-out') await addDeposit(tx, row.merchantId, row.amountUsd ?? '0', -1)
  await followInvoice(tx, row)
  await publishPayment(tx, row, 'reversed')
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
