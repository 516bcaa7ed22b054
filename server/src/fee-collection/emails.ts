import { feeInvoiceNumber } from '@bitquay/contract/fee-collection'
import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { type Email, renderEmail, usd } from '../mail/index.ts'
import type { FeeInvoice } from './table.ts'

const reasons = ['You’re getting this because you manage a store whose fees are paid by invoice.']

type Asked = Pick<FeeInvoice, 'id' | 'amountSats' | 'btcPrice'>

export const feeInvoiceEmail = (publicUrl: string, { id, amountSats, btcPrice }: Asked): Email => {
  const amount = usd(fromCents(centsOfSats(amountSats, toCents(btcPrice))))
  return renderEmail({
    subject: `Fee invoice ${feeInvoiceNumber(id)}: ${amount}`,
    heading: 'You have a fee invoice',
    paragraphs: [
      'These fees can’t be collected from your wallet, so please send them yourself.',
      'The address is on your wallet page. Payments pay the oldest fees first, and anything beyond them is credit.',
    ],
    figure: { name: 'To pay', amount, detail: `${fromSats(amountSats)} BTC` },
    facts: [['Invoice', feeInvoiceNumber(id)]],
    action: { label: 'View and pay', url: `${publicUrl}/merchant/wallet#fees` },
    reasons,
    publicUrl,
  })
}

/** To a partner whose pending share ended with the fees. */
export const sharesEndedEmail = (publicUrl: string, { storeName, sats }: { storeName: string; sats: bigint }): Email =>
  renderEmail({
    subject: 'Fees were forgiven, and your share of them ended',
    paragraphs: [
      `We forgave fees that ${storeName} owed. Your share of them was pending and isn’t part of your balance anymore.`,
      'What you could withdraw before stays the same.',
    ],
    facts: [
      ['Store', storeName],
      ['Your share', `${fromSats(sats)} BTC`],
    ],
    action: { label: 'View earnings', url: `${publicUrl}/partner/dashboard` },
    reasons: ['You’re getting this because you earn a share of these fees.'],
    publicUrl,
  })
