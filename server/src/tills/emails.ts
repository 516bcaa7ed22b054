import { type Email, type Fact, renderEmail, usd } from '../mail/index.ts'

export type RefundRequest = {
  id: number
  merchantId: number
  amountUsd: string
  cashier: string
  device: string
  reason: string | null
  invoiceId: string
}

/** Sent to those who want an email when something needs attention. */
export const refundRequestedEmail = (
  publicUrl: string,
  { amountUsd, cashier, device, reason, invoiceId }: Omit<RefundRequest, 'id' | 'merchantId'>,
): Email =>
  renderEmail({
    subject: 'A refund was requested at the till',
    paragraphs: ['A cashier requested this refund. Nothing is paid until a manager approves it.'],
    figure: { name: 'Amount', amount: usd(amountUsd) },
    facts: [
      ['Cashier', cashier],
      ['Device', device],
      ...(reason ? [['Reason', reason] satisfies Fact] : []),
      ['Invoice', invoiceId, 'code'],
    ],
    action: { label: 'Review request', url: `${publicUrl}/merchant/pos` },
    settingsUrl: `${publicUrl}/merchant/settings?tab=notifications`,
    publicUrl,
  })
