import { type Email, type Fact, renderEmail, usd } from '../mail/index.ts'

/** Sent to those who want an email when a refund is claimed. */
export const refundClaimedEmail = (
  publicUrl: string,
  refund: {
    amountUsd: string
    amountBtc: string
    address: string
    customerEmail: string | null
    invoiceId: string
    offeredBy: string
    at: Date
    isApproved: boolean
  },
): Email =>
  renderEmail((minute) => ({
    subject: `Refund of ${usd(refund.amountUsd)} ${refund.isApproved ? 'claimed' : 'needs your approval'}`,
    heading: refund.isApproved ? 'Refund claimed' : 'Approve a refund',
    paragraphs: [
      refund.isApproved
        ? 'A customer added an address for their refund. We’re sending it from your wallet.'
        : 'Your shop started this refund, and the customer added an address. Nothing is sent until you approve it with your 2FA code.',
    ],
    figure: { name: 'Amount', amount: `−${usd(refund.amountUsd)}`, detail: `${refund.amountBtc} BTC` },
    facts: [
      ...(refund.customerEmail ? [['Customer', refund.customerEmail] satisfies Fact] : []),
      ['To', refund.address, 'code'],
      ['Invoice', refund.invoiceId, 'code'],
      ['Offered by', refund.offeredBy],
      ['Claimed', minute(refund.at)],
    ],
    action: {
      label: 'View invoice',
      url: `${publicUrl}/merchant/invoices/${encodeURIComponent(refund.invoiceId)}`,
    },
    settingsUrl: `${publicUrl}/merchant/settings?tab=notifications`,
    publicUrl,
  }))
