import { queueMail } from '../mail/queue-mail.ts'
import { findPaymentLetters } from '../merchants/payment-letters.ts'
import { paymentReceivedLetter } from '../modules/mail/money-letters.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { takeUntold } from '../transactions/take-untold.ts'

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
