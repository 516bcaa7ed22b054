import { type Email, type Fact, renderEmail, usd } from '../mail/index.ts'

export type Sent = {
  amountUsd: string
  amountBtc: string
  address: string
  txid: string
  requestedBy: string
  requestedFrom: string | null
  at: Date
}

type SentTexts = {
  noun: 'Withdrawal' | 'Payout'
  paragraph: string
  action: { label: string; path: `/${string}` }
  /** The question that begins the warning. */
  wasntYou: string
  reason: string
}

/** Sent when money has left for an address that a person named. It says what to do if nobody did. */
export const renderSent = (publicUrl: string, sent: Sent, texts: SentTexts): Email =>
  renderEmail((minute) => ({
    subject: `${texts.noun} of ${usd(sent.amountUsd)} sent`,
    heading: `${texts.noun} sent`,
    paragraphs: [texts.paragraph],
    figure: { name: 'Amount', amount: `−${usd(sent.amountUsd)}`, detail: `${sent.amountBtc} BTC` },
    steps: [{ label: 'Waiting for the first confirmation', state: 'waiting' }],
    facts: [
      ['To', sent.address, 'code'],
      ['Transaction', sent.txid, 'code'],
      ['Sent', minute(sent.at)],
      ['Requested by', sent.requestedBy],
      ...(sent.requestedFrom ? [['Requested from', sent.requestedFrom, 'code'] satisfies Fact] : []),
    ],
    action: { label: texts.action.label, url: `${publicUrl}${texts.action.path}` },
    notice: {
      tone: 'bad',
      line: [
        `${texts.wasntYou} Bitcoin payments can’t be reversed. `,
        { label: 'Reset your password now', url: `${publicUrl}/reset-password` },
        ' and ',
        { label: 'contact us', url: `${publicUrl}/contact` },
      ],
    },
    reasons: [texts.reason],
    publicUrl,
  }))
