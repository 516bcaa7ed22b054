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
    /** Where the merchant signs it. Null where our payment server does. */
    signingRequestId: number | null
  },
): Email =>
  renderEmail((minute) => ({
    subject: `Refund of ${usd(refund.amountUsd)} ${textsOf(refund).subject}`,
    heading: textsOf(refund).heading,
    paragraphs: [textsOf(refund).paragraph],
    figure: { name: 'Amount', amount: `−${usd(refund.amountUsd)}`, detail: `${refund.amountBtc} BTC` },
    facts: [
      ...(refund.customerEmail ? [['Customer', refund.customerEmail] satisfies Fact] : []),
      ['To', refund.address, 'code'],
      ['Invoice', refund.invoiceId, 'code'],
      ['Offered by', refund.offeredBy],
      ['Claimed', minute(refund.at)],
    ],
    action:
      refund.signingRequestId === null
        ? { label: 'View invoice', url: `${publicUrl}/merchant/invoices/${encodeURIComponent(refund.invoiceId)}` }
        : { label: 'Sign refund', url: `${publicUrl}/merchant/signing/${refund.signingRequestId}` },
    settingsUrl: `${publicUrl}/merchant/settings?tab=notifications`,
    publicUrl,
  }))

const textsOf = ({ isApproved, signingRequestId }: { isApproved: boolean; signingRequestId: number | null }) => {
  if (!isApproved) {
    return {
      subject: 'needs your approval',
      heading: 'Approve a refund',
      paragraph:
        'Your shop started this refund, and the customer added an address. Nothing is sent until you approve it with your 2FA code.',
    }
  }
  if (signingRequestId !== null) {
    return {
      subject: 'needs your signature',
      heading: 'Sign a refund',
      paragraph:
        'A customer added an address for their refund. Sign it with your keys within 48 hours. Nothing is sent until then.',
    }
  }
  return {
    subject: 'claimed',
    heading: 'Refund claimed',
    paragraph: 'A customer added an address for their refund. We’re sending it from your wallet.',
  }
}
