import { assignCollections, ensureCollections } from '../fees/index.ts'
import { findBalance, type Owner, postTransfer, priceEntries, reverseTransfer } from '../ledger/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { findPrice } from '../prices/index.ts'
import { type FeePayment, findFeePaymentsThatPaid, findFeePaymentsWithCredit, saveFeeBooking } from './table.ts'

const platform: Owner = { kind: 'platform' }

/** Books what arrived for a fee invoice: it pays the merchant's oldest fees, and what is left is its credit. */
export const bookFeePayment = async (tx: Tx, payment: FeePayment) => {
  await ensureCollections(tx, payment.merchantId)
  await assignCollections(tx, payment.merchantId, await post(tx, payment))
}

/** A reorganization removed it. Credit of other payments takes its place as far as there is any. */
export const unbookFeePayment = async (tx: Tx, payment: FeePayment) => {
  await reverse(tx, payment)
  await saveFeeBooking(tx, payment, undefined)
  await assignCollections(tx, payment.merchantId, -payment.paidSats)
  await useCredit(tx, payment.merchantId)
}

/** Credit pays for fees that came later. Its payment is booked anew, so that each transfer belongs to one payment. */
export const useCredit = async (tx: Tx, merchantId: number) => {
  for (const payment of await findFeePaymentsWithCredit(tx, merchantId)) {
    if ((await findOwed(tx, merchantId)) === 0n) return
    await reverse(tx, payment)
    await assignCollections(tx, merchantId, (await post(tx, payment)) - payment.paidSats)
  }
}

/** Makes credit again of money that paid so much, newest payments first. It must not have paid a whole fee. */
export const takeBackPaid = async (tx: Tx, merchantId: number, sats: bigint) => {
  let leftSats = sats
  for (const payment of await findFeePaymentsThatPaid(tx, merchantId)) {
    if (leftSats === 0n) return
    const backSats = payment.paidSats < leftSats ? payment.paidSats : leftSats
    await reverse(tx, payment)
    await assignCollections(tx, merchantId, (await post(tx, payment, payment.paidSats - backSats)) - payment.paidSats)
    leftSats -= backSats
  }
}

/** Returns how much of it paid fees: all that is owed, unless it may pay less. */
const post = async (tx: Tx, payment: FeePayment, mostSats = payment.amountSats): Promise<bigint> => {
  const { merchantId, amountSats, outpoint, bookings } = payment
  const owedSats = await findOwed(tx, merchantId)
  const paidSats = mostSats < owedSats ? mostSats : owedSats
  const { cents } = await findPrice(tx)
  const merchant: Owner = { kind: 'merchant', id: merchantId }
  const transferId = await postTransfer(tx, {
    kind: 'fee-payment',
    reference: `${outpoint}#${bookings + 1}`,
    priceCents: cents,
    entries: priceEntries(
      [
        { owner: platform, account: 'wallet', sats: amountSats },
        { owner: merchant, account: 'fees-owed', sats: -paidSats },
        { owner: merchant, account: 'fee-credit', sats: paidSats - amountSats },
      ],
      cents,
    ),
  })
  if (transferId === undefined) throw new Error(`fee payment ${payment.id} has posted booking ${bookings + 1} before`)
  await saveFeeBooking(tx, payment, { transferId, paidSats })
  return paidSats
}

const reverse = async (tx: Tx, { transferId, outpoint, bookings }: FeePayment) => {
  if (transferId !== null) await reverseTransfer(tx, transferId, `fee-payment:${outpoint}#${bookings}`)
}

const findOwed = async (tx: Tx, merchantId: number): Promise<bigint> => {
  const owedSats = await findBalance(tx, { kind: 'merchant', id: merchantId }, 'fees-owed')
  return owedSats > 0n ? owedSats : 0n
}
