import { type Email, type Fact, renderEmail, shortenCustomerText, usd } from '../mail/index.ts'

/** Sent to a merchant that wants an email for each payment. */
export const paymentReceivedEmail = (
  publicUrl: string,
  payment: {
    storeName: string
    amountUsd: string
    amountBtc: string
    method: 'on-chain' | 'lightning'
    invoiceId: string | null
    description: string | null
    at: Date
  },
): Email =>
  renderEmail((minute) => ({
    subject: `${usd(payment.amountUsd)} received`,
    heading: 'Payment received',
    paragraphs: [`${payment.storeName} received a payment.`],
    figure: { name: 'Amount', amount: usd(payment.amountUsd), detail: `${payment.amountBtc} BTC` },
    steps: [{ label: 'Confirmed', state: 'done' }],
    facts: [
      ['Method', payment.method === 'lightning' ? 'Lightning' : 'On-chain'],
      ...(payment.invoiceId ? [['Invoice', payment.invoiceId, 'code'] satisfies Fact] : []),
      ...(payment.description ? [['For', shortenCustomerText(payment.description)] satisfies Fact] : []),
      ['Confirmed', minute(payment.at)],
    ],
    action: payment.invoiceId
      ? { label: 'View invoice', url: `${publicUrl}/merchant/invoices/${encodeURIComponent(payment.invoiceId)}` }
      : { label: 'View transactions', url: `${publicUrl}/merchant/transactions` },
    settingsUrl: `${publicUrl}/merchant/settings?tab=notifications`,
    publicUrl,
  }))

export type Refiled = { at: Date; amountUsd: string; feeUsd: string; about: string | null }

/** The rest is in the list of transactions. */
const mostListed = 100

/** Sent to the owner when payments that were saved as deposits turn out to be customers'. */
export const paymentsRefiledEmail = (publicUrl: string, storeName: string, payments: readonly Refiled[]): Email =>
  renderEmail((minute) => ({
    subject: payments.length === 1 ? 'We corrected a payment' : `We corrected ${payments.length} payments`,
    paragraphs: [
      `${storeName} received these payments. Our records didn’t say what they were for, because BTCPay reported that late. Now they do, and their fees are those of the day they arrived.`,
    ],
    facts: payments.slice(0, mostListed).map(({ at, amountUsd, feeUsd, about }): Fact => {
      const what = about === null ? 'Deposit' : shortenCustomerText(about)
      return [minute(at), `${usd(amountUsd)}, ${what}, fee ${usd(feeUsd)}`]
    }),
    ...(payments.length > mostListed
      ? { closing: [`${payments.length - mostListed} more are in your transactions.`] }
      : {}),
    action: { label: 'View transactions', url: `${publicUrl}/merchant/transactions` },
    reasons: ['You’re getting this because it changes what you owe. These emails can’t be turned off.'],
    publicUrl,
  }))
