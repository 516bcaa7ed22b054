import { presentPayment } from '../invoices/present-invoice.ts'
import { queueMail } from '../mail/table.ts'
import { findPaymentLetters } from '../merchants/table.ts'
import { paymentReceivedLetter } from '../modules/mail/money-letters.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { type TransactionRow, takeUntold } from '../transactions/table.ts'
import { recordEvent } from '../webhooks/table.events.ts'

/** Writes a merchant that wishes for it a letter about each payment that counts, in the transaction that books them. */
export const mailPayments = async (tx: Tx, publicUrl: string, merchantId: number) => {
  const wish = await findPaymentLetters(tx, merchantId)
  if (!wish) return
  for (const row of await takeUntold(tx, merchantId, wish.since)) {
    const letter = paymentReceivedLetter(publicUrl, {
      storeName: wish.storeName,
      amountUsd: row.amountUsd ?? '0.00',
      amountBtc: row.amount,
      method: row.method === 'lightning' ? 'lightning' : 'on-chain',
      invoiceId: row.invoiceId,
      description: row.description,
      at: row.confirmedAt ?? tx.now,
    })
    await queueMail(tx, { to: wish.email, ...letter })
  }
}

const eventOfChange = {
  received: 'payment.received',
  confirmed: 'payment.confirmed',
  reversed: 'payment.reversed',
} as const

/** Tells the merchant's programs of a payment: seen, counted, or taken back by the chain. */
export const tellOfPayment = (tx: Tx, row: TransactionRow, what: keyof typeof eventOfChange) => {
  const shown = presentPayment(row)
  const status = what === 'received' ? 'pending' : what === 'confirmed' ? 'confirmed' : shown.status
  return recordEvent(tx, row.merchantId, eventOfChange[what], { ...shown, status, invoiceId: row.invoiceId })
}
