import { type Email, type Fact, renderEmail, shortenCustomerName, usd } from '../mail/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { formatDay } from '../platform/http/statement-text.ts'
import { notifyOf } from './notify-attention.ts'
import { trimAmount } from './present-invoice.ts'
import type { InvoiceRow } from './table.ts'

/** Notifies the merchant's people that an invoice wasn't paid by its due date, once. */
export const notifyOverdue = async (tx: Tx, publicUrl: string, row: InvoiceRow) => {
  const { dueAt, amountUsd } = row
  if (dueAt === null) return
  await notifyOf(tx, row, 'overdue', amountUsd, ({ invoiceId, about }) =>
    invoiceOverdueEmail(publicUrl, { invoiceId, amount: writeAmount(row), dueAt, about }),
  )
}

const writeAmount = ({ priceAmount, currency }: InvoiceRow) => {
  const amount = trimAmount(priceAmount ?? '0', currency)
  return currency === 'USD' ? usd(amount) : `${amount} ${currency}`
}

/** Sent to those who want an email when something needs attention. */
export const invoiceOverdueEmail = (
  publicUrl: string,
  { invoiceId, amount, dueAt, about }: { invoiceId: string; amount: string; dueAt: Date; about: string | null },
): Email =>
  renderEmail({
    subject: 'An invoice is overdue',
    paragraphs: ['The due date has passed and the invoice isn’t paid. Your customer can still pay it.'],
    figure: { name: 'Amount', amount },
    facts: [
      ['Due date', formatDay(dueAt)],
      ...(about ? [['For', shortenCustomerName(about)] satisfies Fact] : []),
      ['Invoice', invoiceId],
    ],
    action: { label: 'Review invoice', url: `${publicUrl}/merchant/invoices/${encodeURIComponent(invoiceId)}` },
    settingsUrl: `${publicUrl}/merchant/settings?tab=notifications`,
    publicUrl,
  })
