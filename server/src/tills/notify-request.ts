import { type Email, type Fact, renderEmail, usd } from '../mail/index.ts'
import { notify } from '../notifications/index.ts'
import type { Tx } from '../platform/db/transaction.ts'

type Request = {
  id: number
  merchantId: number
  amountUsd: string
  cashier: string
  device: string
  reason: string | null
  invoiceId: string
}

/** Notifies the merchant's people that a cashier waits for a decision. */
export const notifyRequest = (tx: Tx, publicUrl: string, request: Request) =>
  notify(tx, {
    to: { merchantId: request.merchantId },
    kind: 'needs-attention',
    subject: `till-refund:${request.id}`,
    reason: 'refund-requested',
    amountUsd: request.amountUsd,
    about: `${request.cashier}, ${request.device}`,
    invoiceId: request.invoiceId,
    email: () => refundRequestedEmail(publicUrl, request),
  })

/** Sent to those who want an email when something needs attention. */
export const refundRequestedEmail = (
  publicUrl: string,
  { amountUsd, cashier, device, reason, invoiceId }: Omit<Request, 'id' | 'merchantId'>,
): Email =>
  renderEmail({
    subject: 'A refund was requested at the till',
    paragraphs: ['A cashier requested this refund. Nothing is paid until a manager approves it.'],
    figure: { name: 'Amount', amount: usd(amountUsd) },
    facts: [
      ['Cashier', cashier],
      ['Device', device],
      ...(reason ? [['Reason', reason] satisfies Fact] : []),
      ['Invoice', invoiceId],
    ],
    action: { label: 'Review request', url: `${publicUrl}/merchant/pos` },
    settingsUrl: `${publicUrl}/merchant/settings?tab=notifications`,
    publicUrl,
  })
