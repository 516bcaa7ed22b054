import { recordEvents } from '../facts/index.ts'
import { findInvoices, nameInvoice, notifyAttention, presentPayment, refreshDueInvoices } from '../invoices/index.ts'
import { type Email, type Fact, renderEmail, shortenCustomerText, usd } from '../mail/index.ts'
import { notify } from '../notifications/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { emitChanges } from '../platform/events/emit-change.ts'
import { claimUnnotifiedPayments, type TransactionRow } from '../transactions/index.ts'

/**
 * Notifies the merchant's people of each payment that counts, in the transaction that books it. Invoices with a due date
 * are computed first.
 */
export const notifyPayments = async (tx: Tx, publicUrl: string, merchantId: number) => {
  await refreshDueInvoices(tx, publicUrl, merchantId)
  const payments = await claimUnnotifiedPayments(tx, merchantId)
  const invoiceIds = payments.flatMap(({ invoiceId }) => invoiceId ?? [])
  const invoices = await findInvoices(tx, merchantId, invoiceIds)
  for (const row of payments) {
    const invoice = invoices.get(row.invoiceId)
    await notify(tx, {
      to: { merchantId },
      kind: 'payment-received',
      subject: String(row.id),
      amountUsd: row.amountUsd,
      about: invoice ? nameInvoice(invoice) : row.description,
      invoiceId: row.invoiceId,
      email: () =>
        paymentReceivedEmail(publicUrl, {
          storeName: row.storeName,
          amountUsd: row.amountUsd ?? '0.00',
          amountBtc: row.amount,
          method: row.method === 'lightning' ? 'lightning' : 'on-chain',
          invoiceId: row.invoiceId,
          description: row.description ?? invoice?.description ?? null,
          at: row.confirmedAt ?? tx.now,
        }),
    })
    if (invoice) await notifyAttention(tx, publicUrl, invoice)
  }
}

/** Notifies the merchant's people and screens of a booked payment. */
export const announcePayment = async (tx: Tx, publicUrl: string, merchantId: number) => {
  await notifyPayments(tx, publicUrl, merchantId)
  await emitPaymentChanges(tx, merchantId)
}

export const emitPaymentChanges = async (tx: Tx, merchantId: number) => {
  const topics = ['transactions', 'invoices', 'balance'] as const
  await emitChanges(tx, [
    ...topics.map((topic) => [`merchant:${merchantId}`, topic] as const),
    ['admin', 'transactions'],
  ])
}

const eventOfChange = {
  received: 'payment.received',
  confirmed: 'payment.confirmed',
  reversed: 'payment.reversed',
} as const

/** Publishes a payment to the merchant's programs. */
export const publishPayment = (tx: Tx, row: TransactionRow, what: keyof typeof eventOfChange) =>
  publishPayments(tx, row.merchantId, [row], what)

/** Publishes payments to the merchant's programs: seen, counted, or reversed by a reorganization. */
export const publishPayments = (
  tx: Tx,
  merchantId: number,
  rows: readonly TransactionRow[],
  what: keyof typeof eventOfChange,
) => {
  const objects = rows.map((row) => {
    const shown = presentPayment(row)
    const status =
      what === 'received' ? ('pending' as const) : what === 'confirmed' ? ('confirmed' as const) : shown.status
    const { invoiceId, description, depositAddressId } = row
    return [merchantId, { ...shown, status, invoiceId, description, depositAddressId }] as const
  })
  return recordEvents(tx, eventOfChange[what], objects)
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
      ...(payment.description ? [['For', shortenCustomerText(payment.description)] satisfies Fact] : []),
      ['Confirmed', minute(payment.at)],
    ],
    action: payment.invoiceId
      ? { label: 'View invoice', url: `${publicUrl}/merchant/invoices/${encodeURIComponent(payment.invoiceId)}` }
      : { label: 'View transactions', url: `${publicUrl}/merchant/transactions` },
    settingsUrl: `${publicUrl}/merchant/settings?tab=notifications`,
    publicUrl,
  }))
