import { type Email, type Fact, renderEmail, shortenCustomerName, usd } from '../mail/index.ts'
import { formatDay } from '../platform/http/statement-text.ts'

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
      ['Invoice', invoice.invoiceId, 'code'],
    ],
    action: { label: 'Review invoice', url: `${publicUrl}/merchant/invoices/${encodeURIComponent(invoice.invoiceId)}` },
    settingsUrl: `${publicUrl}/merchant/settings?tab=notifications`,
    publicUrl,
  })

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
      ['Invoice', invoiceId, 'code'],
    ],
    action: { label: 'Review invoice', url: `${publicUrl}/merchant/invoices/${encodeURIComponent(invoiceId)}` },
    settingsUrl: `${publicUrl}/merchant/settings?tab=notifications`,
    publicUrl,
  })
