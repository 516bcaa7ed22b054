import { presentPayment } from '../invoices/index.ts'
import { type Email, type Fact, queueEmail, renderEmail, usd } from '../mail/index.ts'
import { findPaymentEmails } from '../merchants/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { claimUnnotifiedPayments, type TransactionRow } from '../transactions/index.ts'
import { recordEvent } from '../webhooks/index.ts'

/** Emails the merchant about each payment that counts, if they opted in, in the transaction that books them. */
export const notifyPayments = async (tx: Tx, publicUrl: string, merchantId: number) => {
  const preference = await findPaymentEmails(tx, merchantId)
  if (!preference) return
  for (const row of await claimUnnotifiedPayments(tx, merchantId, preference.since)) {
    const email = paymentReceivedEmail(publicUrl, {
      storeName: preference.storeName,
      amountUsd: row.amountUsd ?? '0.00',
      amountBtc: row.amount,
      method: row.method === 'lightning' ? 'lightning' : 'on-chain',
      invoiceId: row.invoiceId,
      description: row.description,
      at: row.confirmedAt ?? tx.now,
    })
    await queueEmail(tx, { to: preference.email, ...email })
  }
}

const eventOfChange = {
  received: 'payment.received',
  confirmed: 'payment.confirmed',
  reversed: 'payment.reversed',
} as const

/** Publishes a payment to the merchant's programs: seen, counted, or reversed by a reorganization. */
export const publishPayment = (tx: Tx, row: TransactionRow, what: keyof typeof eventOfChange) => {
  const shown = presentPayment(row)
  const status = what === 'received' ? 'pending' : what === 'confirmed' ? 'confirmed' : shown.status
  return recordEvent(tx, row.merchantId, eventOfChange[what], { ...shown, status, invoiceId: row.invoiceId })
}

/** Sent to a merchant that wants an email for each payment. */
export const paymentReceivedEmail = (
  publicUrl: string,
  payment: {
    storeName: string
    amountUsd: string
    amountBtc: string
    method: 'on-chain' | 'lightning'
    invoiceId: string | null
    description: string | null
    at: Date
  },
): Email =>
  renderEmail((minute) => ({
    subject: `${usd(payment.amountUsd)} received`,
    heading: 'Payment received',
    paragraphs: [`${payment.storeName} received a payment.`],
    figure: { name: 'Amount', amount: usd(payment.amountUsd), detail: `${payment.amountBtc} BTC` },
    steps: [{ label: 'Confirmed', state: 'done' }],
    facts: [
      ['Method', payment.method === 'lightning' ? 'Lightning' : 'On-chain'],
      ...(payment.invoiceId ? [['Invoice', payment.invoiceId] satisfies Fact] : []),
      ...(payment.description ? [['For', payment.description] satisfies Fact] : []),
      ['Confirmed', minute(payment.at)],
    ],
    action: payment.invoiceId
      ? { label: 'View invoice', url: `${publicUrl}/merchant/invoices/${encodeURIComponent(payment.invoiceId)}` }
      : { label: 'View transactions', url: `${publicUrl}/merchant/transactions` },
    closing: [
      [
        'You can turn these emails off in ',
        { label: 'Settings', url: `${publicUrl}/merchant/settings?tab=notifications` },
      ],
    ],
    publicUrl,
  }))
