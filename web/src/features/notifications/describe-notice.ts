import type { AttentionReason, Notice } from '@bitquay/contract/notifications'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatUsd } from '../../ui/money-text.ts'
import * as t from './messages.ts'

type Described = { title: string; detail: string | null; to: string }

/** What happened and where it can be seen. */
export const describeNotice = (notice: Notice, portal: 'merchant' | 'partner'): Described => {
  const amount = formatUsd(notice.amountUsd ?? '0.00')
  const { about, reason } = notice
  switch (notice.kind) {
    case 'payment-received':
      return { title: t.paymentReceivedOf({ amount }), detail: about, to: toInvoice(notice) }
    case 'refund-claimed':
      return { title: t.refundClaimedOf({ amount }), detail: about, to: toInvoice(notice) }
    case 'payout-sent':
      return { title: sentTexts[portal]({ amount }), detail: about, to: payouts[portal] }
    case 'needs-attention':
      if (reason === 'webhook-disabled') {
        return { title: t.webhookDisabled, detail: about, to: `${portalPaths.merchant.settings}?tab=developer` }
      }
      if (reason === 'refund-requested') {
        return { title: t.refundRequestedOf({ amount }), detail: about, to: portalPaths.merchant.tills }
      }
      if (reason === null || reason === 'payout-failed') {
        return { title: failedTexts[portal]({ amount }), detail: about, to: payouts[portal] }
      }
      if (reason === 'overdue') return { title: t.overdue, detail: describeOverdue(notice), to: toInvoice(notice) }
      return {
        title: invoiceTitles[reason],
        detail: about === null ? t.paymentReceivedOf({ amount }) : t.receivedFrom({ amount, about }),
        to: toInvoice(notice),
      }
  }
}

/** Merchants send withdrawals to customers, partners get payouts. */
const sentTexts = { merchant: t.withdrawalSentOf, partner: t.payoutSentOf }
const failedTexts = { merchant: t.withdrawalFailedOf, partner: t.payoutFailedOf }
const payouts = { merchant: portalPaths.merchant.send, partner: portalPaths.partner.wallet }

const invoiceTitles: Record<
  Exclude<AttentionReason, 'overdue' | 'payout-failed' | 'webhook-disabled' | 'refund-requested'>,
  string
> = {
  overpaid: t.overpaid,
  'paid-late': t.paidLate,
  'double-spent': t.doubleSpent,
  'partially-paid': t.partiallyPaid,
}

/** The amount in dollars is unknown until a customer opens an invoice in another currency. */
const describeOverdue = ({ amountUsd, about }: Notice) => {
  if (amountUsd === null) return about
  const amount = formatUsd(amountUsd)
  return about === null ? amount : t.amountFor({ amount, about })
}

const toInvoice = ({ invoiceId }: Notice) =>
  invoiceId === null ? portalPaths.merchant.transactions : pathTo(portalPaths.merchant.invoice, { invoiceId })
