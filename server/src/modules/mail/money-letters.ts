import { type Fact, type Letter, shortenCustomerText, writeLetter } from '../../mail/email-template.ts'

/** A decimal string with commas: letters are read by people. */
const grouped = (decimal: string) => {
  const [whole = '', fraction] = decimal.split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`)
}
const usd = (amount: string) => `$${grouped(amount)}`
const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** To a merchant's customer, at the merchant's wish. */
export const invoiceLetter = (
  publicUrl: string,
  invoice: {
    invoiceId: string
    storeName: string
    /** As it is written on the invoice. */
    amount: string
    currency: string
    description: string | null
    expiresAt: Date | null
  },
): Letter =>
  writeLetter({
    subject: `Invoice from ${invoice.storeName}`,
    paragraphs: [`${invoice.storeName} asks you to pay an invoice in Bitcoin, on-chain or over Lightning.`],
    facts: [
      ['Amount', invoice.currency === 'USD' ? usd(invoice.amount) : `${grouped(invoice.amount)} ${invoice.currency}`],
      ...(invoice.description ? [['For', shortenCustomerText(invoice.description)] satisfies Fact] : []),
      ...(invoice.expiresAt ? [['Pay before', minute(invoice.expiresAt)] satisfies Fact] : []),
    ],
    action: { label: 'Pay this invoice', url: `${publicUrl}/i/${encodeURIComponent(invoice.invoiceId)}` },
    closing: [`If you do not know ${invoice.storeName}, do nothing: nobody can take money from you with this message.`],
  })

/** To every merchant, at least 30 days before; also for a merchant's own markup. Only what changes is listed. */
export const feeChangeLetter = (
  publicUrl: string,
  change: {
    effectiveFrom: Date
    changes: readonly { name: string; beforePercent: string; afterPercent: string }[]
  },
): Letter =>
  writeLetter({
    subject: 'Our fees are going to change',
    paragraphs: [
      `From ${minute(change.effectiveFrom)} on, payments are booked under new fees. What was booked before stays as it is.`,
    ],
    facts: change.changes.map(
      ({ name, beforePercent, afterPercent }): Fact => [name, `${percent(beforePercent)} → ${percent(afterPercent)}`],
    ),
    action: { label: 'See your fees', url: `${publicUrl}/merchant/settings` },
    closing: [`Our terms promise this notice: ${publicUrl}/terms`],
  })

export const withdrawalSentLetter = (
  publicUrl: string,
  withdrawal: { amountUsd: string; amountBtc: string; address: string; txid: string; requestedBy: string },
): Letter =>
  writeLetter({
    subject: `Withdrawal of ${usd(withdrawal.amountUsd)} sent`,
    paragraphs: ['A withdrawal has left your wallet and is on its way.'],
    facts: [
      ['Amount', `${usd(withdrawal.amountUsd)} (${withdrawal.amountBtc} BTC)`],
      ['To', withdrawal.address],
      ['Transaction', withdrawal.txid],
      ['Requested by', withdrawal.requestedBy],
    ],
    action: { label: 'See your withdrawals', url: `${publicUrl}/merchant/send` },
    closing: [
      `If nobody of yours asked for it, reset your password at once: ${publicUrl}/reset-password and write to support.`,
    ],
  })

/** The same to a partner. */
export const payoutSentLetter = (
  publicUrl: string,
  payout: { amountUsd: string; amountBtc: string; address: string; txid: string },
): Letter =>
  writeLetter({
    subject: `Payout of ${usd(payout.amountUsd)} sent`,
    paragraphs: ['Your earnings have been sent and are on their way.'],
    facts: [
      ['Amount', `${usd(payout.amountUsd)} (${payout.amountBtc} BTC)`],
      ['To', payout.address],
      ['Transaction', payout.txid],
    ],
    action: { label: 'See your wallet', url: `${publicUrl}/partner/wallet` },
    closing: [`If this was not you, reset your password at once: ${publicUrl}/reset-password and write to support.`],
  })

/** To a customer who is to be paid back and says where to. `path` is where the claim is made, with its secret. */
export const refundClaimLetter = (
  publicUrl: string,
  refund: { storeName: string; amountUsd: string; amountBtc: string; path: `/${string}`; expiresAt: Date | null },
): Letter =>
  writeLetter({
    subject: `Refund from ${refund.storeName}`,
    paragraphs: [
      `${refund.storeName} wants to pay you back. Tell us the Bitcoin address that the money shall be sent to.`,
    ],
    facts: [
      ['Amount', `${usd(refund.amountUsd)} (${refund.amountBtc} BTC)`],
      ...(refund.expiresAt ? [['Claim before', minute(refund.expiresAt)] satisfies Fact] : []),
    ],
    action: { label: 'Claim the refund', url: `${publicUrl}${refund.path}` },
    closing: ['Whoever has this link can claim the money: do not pass it on.'],
  })

/** To a merchant that wishes to hear of each payment. */
export const paymentReceivedLetter = (
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
): Letter =>
  writeLetter({
    subject: `${usd(payment.amountUsd)} received`,
    paragraphs: [`${payment.storeName} has been paid.`],
    facts: [
      ['Amount', `${usd(payment.amountUsd)} (${payment.amountBtc} BTC)`],
      ['Paid', payment.method === 'lightning' ? 'over Lightning' : 'on-chain'],
      ...(payment.invoiceId ? [['Invoice', payment.invoiceId] satisfies Fact] : []),
      ...(payment.description ? [['For', payment.description] satisfies Fact] : []),
      ['Confirmed', minute(payment.at)],
    ],
    action: payment.invoiceId
      ? { label: 'See the invoice', url: `${publicUrl}/merchant/invoices/${encodeURIComponent(payment.invoiceId)}` }
      : { label: 'See your transactions', url: `${publicUrl}/merchant/transactions` },
    closing: [`You can turn these messages off in your settings: ${publicUrl}/merchant/settings`],
  })

/** 3.000 is said as 3 %, 0.500 as 0.5 %. */
const percent = (text: string) => `${text.includes('.') ? text.replace(/\.?0+$/, '') : text} %`
