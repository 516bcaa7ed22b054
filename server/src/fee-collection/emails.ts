import { feeInvoiceNumber } from '@bitquay/contract/fee-collection'
import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { type Email, type Fact, renderEmail, usd } from '../mail/index.ts'
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

type Late = Pick<FeeInvoice, 'id' | 'btcPrice'> & { dueSats: bigint; pausesAt: Date }

const detailsOf = (publicUrl: string, { id, dueSats, btcPrice }: Late) => ({
  figure: {
    name: 'To pay',
    amount: usd(fromCents(centsOfSats(dueSats, toCents(btcPrice)))),
    detail: `${fromSats(dueSats)} BTC`,
  },
  facts: [['Invoice', feeInvoiceNumber(id)] satisfies Fact],
  action: { label: 'View and pay', url: `${publicUrl}/merchant/wallet#fees` },
  reasons,
  publicUrl,
})

export const feesReminderEmail = (publicUrl: string, late: Late): Email =>
  renderEmail((minute) => ({
    subject: `Reminder: fee invoice ${feeInvoiceNumber(late.id)}`,
    heading: 'Your fee invoice is unpaid',
    paragraphs: [`If it stays unpaid, new invoices pause on ${minute(late.pausesAt)}.`],
    ...detailsOf(publicUrl, late),
  }))

export const pauseNoticeEmail = (publicUrl: string, late: Late): Email =>
  renderEmail((minute) => ({
    subject: 'New invoices pause in 3 days',
    paragraphs: [
      `You owe more fees than we can leave open. New invoices pause on ${minute(late.pausesAt)}, unless you pay before.`,
    ],
    ...detailsOf(publicUrl, late),
  }))

export const paymentsPausedEmail = (publicUrl: string, late: Late): Email =>
  renderEmail({
    subject: 'New invoices are paused',
    paragraphs: [
      'Your fee invoice is unpaid, so no new invoices can be created: in your account, by links, tills, Lightning Addresses or the API.',
      'Payments that are under way are still booked. Paying the invoice lifts the pause.',
    ],
    ...detailsOf(publicUrl, late),
  })
