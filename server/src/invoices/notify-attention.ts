import { toCents } from '@bitquay/contract/money'
import type { AttentionReason } from '@bitquay/contract/notifications'
import { type Email, type Fact, renderEmail, shortenCustomerName, usd } from '../mail/index.ts'
import { notify } from '../notifications/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { InvoiceRow } from './table.ts'

const reasons = ['overpaid', 'paid-late', 'partially-paid'] as const satisfies AttentionReason[]

/** Notifies the merchant's people of an invoice that someone has to decide about, once for each state that it enters. */
export const notifyAttention = async (tx: Tx, publicUrl: string, row: InvoiceRow) => {
  const { receivedUsd } = row
  const reason = reasons.find((state) => state === row.state)
  if (reason === undefined || row.dealtWithAt !== null) return
  // Its payments may be booked after it, and then this is called again.
  if (toCents(receivedUsd) === 0n) return
  if (reason === 'partially-paid' && row.status !== 'expired') {
    // The rest may still come, but a late payment that counts for less may be accepted as it is.
    if (row.dueAt === null || row.lateSats === 0n) return
    const late = { reason: 'late-and-short', receivedUsd } as const
    return notifyOf(tx, row, 'paid-late', receivedUsd, (shown) =>
      invoiceAttentionEmail(publicUrl, { ...shown, ...late }),
    )
  }
  await notifyOf(tx, row, reason, receivedUsd, (shown) =>
    invoiceAttentionEmail(publicUrl, { ...shown, reason, receivedUsd }),
  )
}

/** Notifies the merchant's people that a sale without a confirmation was double-spent. */
export const notifyDoubleSpend = (tx: Tx, publicUrl: string, row: InvoiceRow, lostUsd: string) => {
  const reason = 'double-spent'
  return notifyOf(tx, row, reason, lostUsd, (shown) =>
    invoiceAttentionEmail(publicUrl, { ...shown, reason, receivedUsd: '0.00' }),
  )
}

type Shown = { invoiceId: string; amountUsd: string | null; about: string | null }

/** Notifies of an invoice, once for each reason. */
export const notifyOf = async (
  tx: Tx,
  row: InvoiceRow,
  reason: AttentionReason,
  figureUsd: string | null,
  email: (shown: Shown) => Email,
) => {
  const { merchantId, invoiceId, amountUsd } = row
  if (invoiceId === null) return
  const about = nameInvoice(row)
  await notify(tx, {
    to: { merchantId },
    kind: 'needs-attention',
    subject: `${invoiceId}:${reason}`,
    reason,
    amountUsd: figureUsd,
    about,
    invoiceId,
    email: () => email({ invoiceId, amountUsd, about }),
  })
}

/** What people call an invoice: its customer, or else what it is for. */
export const nameInvoice = ({ customerName, customerEmail, description }: InvoiceRow) =>
  customerName ?? customerEmail ?? description

const sentences = {
  overpaid: 'A customer paid more than the invoice. You can refund the difference.',
  'paid-late': 'A customer paid after the invoice expired. Check before you ship.',
  'late-and-short':
    'A customer paid after the price had expired, and the payment counts at a lower price. The rest is still due. You can also mark the invoice as paid.',
  'partially-paid': 'A customer paid only a part before the invoice expired.',
  'double-spent':
    'You accepted this payment before it was confirmed, and the customer spent the money elsewhere. Nothing was credited.',
}

const headings = {
  overpaid: 'An invoice was overpaid',
  'paid-late': 'An invoice was paid late',
  'late-and-short': 'An invoice was paid late and is short',
  'partially-paid': 'An invoice was partially paid',
  'double-spent': 'A payment was double-spent',
}

/** Sent to those who want an email when something needs attention. */
export const invoiceAttentionEmail = (
  publicUrl: string,
  invoice: {
    reason: keyof typeof sentences
    invoiceId: string
    amountUsd: string | null
    receivedUsd: string
    about: string | null
  },
): Email =>
  renderEmail({
    subject: headings[invoice.reason],
    paragraphs: [sentences[invoice.reason]],
    figure: { name: 'Received', amount: usd(invoice.receivedUsd) },
    facts: [
      ...(invoice.amountUsd ? [['Invoice amount', usd(invoice.amountUsd)] satisfies Fact] : []),
      ...(invoice.about ? [['For', shortenCustomerName(invoice.about)] satisfies Fact] : []),
      ['Invoice', invoice.invoiceId],
    ],
    action: { label: 'Review invoice', url: `${publicUrl}/merchant/invoices/${encodeURIComponent(invoice.invoiceId)}` },
    settingsUrl: `${publicUrl}/merchant/settings?tab=notifications`,
    publicUrl,
  })
