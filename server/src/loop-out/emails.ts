import { type Email, type Fact, renderEmail, usd } from '../mail/index.ts'

export type About = { storeName: string; amountBtc: string; amountUsd: string; address: string; notes: string | null }

const cantTurnOff = 'Emails about money that you move can’t be turned off.'

const figure = ({ amountBtc, amountUsd }: About) => ({
  name: 'Lightning balance',
  amount: usd(amountUsd),
  detail: `${amountBtc} BTC`,
})

export const loopOutCompletedEmail = (publicUrl: string, about: About): Email =>
  renderEmail({
    subject: 'Your Lightning money is in your wallet',
    paragraphs: [
      `The loop-out of ${about.storeName} is complete. You received the amount minus the network fee. The dollars are those of when you requested it.`,
    ],
    figure: figure(about),
    facts: [
      ['To your wallet’s address', about.address, 'code'],
      ...(about.notes === null ? [] : [['Note', about.notes] satisfies Fact]),
    ],
    action: { label: 'View wallet', url: `${publicUrl}/merchant/wallet` },
    reasons: [cantTurnOff],
    publicUrl,
  })

export const loopOutRejectedEmail = (publicUrl: string, about: About): Email =>
  renderEmail({
    subject: 'Your loop-out request was rejected',
    paragraphs: [
      `${about.storeName} requested to move this amount from Lightning to its wallet. The money is back in your Lightning balance.`,
      ...(about.notes === null ? [] : [`Reason: ${about.notes}`]),
    ],
    figure: figure(about),
    action: { label: 'View balance', url: `${publicUrl}/merchant/dashboard` },
    reasons: [cantTurnOff],
    publicUrl,
  })

export const loopOutCanceledEmail = (publicUrl: string, about: About & { canceledBy: string }): Email =>
  renderEmail({
    subject: 'Your loop-out request was canceled',
    paragraphs: [
      `${about.canceledBy} canceled the request of ${about.storeName} to move this amount from Lightning to its wallet. The money is back in your Lightning balance.`,
    ],
    figure: figure(about),
    action: { label: 'View balance', url: `${publicUrl}/merchant/dashboard` },
    reasons: [cantTurnOff],
    publicUrl,
  })
