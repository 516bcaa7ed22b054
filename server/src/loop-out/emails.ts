import { type Email, renderEmail } from '../mail/index.ts'

export type About = { storeName: string; amountBtc: string; amountUsd: string; address: string; notes: string | null }

const cantTurnOff = 'Emails about money that you move can’t be turned off.'

const money = ({ amountBtc, amountUsd }: About) => `${amountBtc} BTC ($${amountUsd})`

export const loopOutCompletedEmail = (publicUrl: string, about: About): Email =>
  renderEmail({
    subject: 'Your Lightning loop-out is complete',
    paragraphs: [
      `The Lightning balance of ${about.storeName} was moved on-chain to ${about.address}, minus the network fee. It was ${money(about)} when you requested it.`,
      ...(about.notes === null ? [] : [`Note: ${about.notes}`]),
    ],
    action: { label: 'View wallet', url: `${publicUrl}/merchant/wallet` },
    reasons: [cantTurnOff],
    publicUrl,
  })

export const loopOutRejectedEmail = (publicUrl: string, about: About): Email =>
  renderEmail({
    subject: 'Your Lightning loop-out request was rejected',
    paragraphs: [
      `Your request to move ${money(about)} from Lightning to on-chain for ${about.storeName} was rejected. The amount is back in your Lightning balance.`,
      ...(about.notes === null ? [] : [`Reason: ${about.notes}`]),
    ],
    action: { label: 'View balance', url: `${publicUrl}/merchant/dashboard` },
    reasons: [cantTurnOff],
    publicUrl,
  })

export const loopOutCanceledEmail = (publicUrl: string, about: About & { canceledBy: string }): Email =>
  renderEmail({
    subject: 'Your Lightning loop-out request was canceled',
    paragraphs: [
      `${about.canceledBy} canceled the request to move ${money(about)} of ${about.storeName} from Lightning on-chain. The money is back in your Lightning balance.`,
    ],
    action: { label: 'See your balance', url: `${publicUrl}/merchant/dashboard` },
    reasons: [cantTurnOff],
    publicUrl,
  })
