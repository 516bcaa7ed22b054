import { type Letter, writeLetter } from '../mail/email-template.ts'

type About = { storeName: string; amountBtc: string; amountUsd: string; address: string; notes: string | null }

const money = ({ amountBtc, amountUsd }: About) => `${amountBtc} BTC ($${amountUsd})`

export const loopOutCompletedLetter = (publicUrl: string, about: About): Letter =>
  writeLetter({
    subject: 'Your Lightning loop-out is completed',
    paragraphs: [
      `The Lightning balance of ${about.storeName}, ${money(about)} when you asked, has been moved on-chain to ${about.address}, less the network fee.`,
      ...(about.notes === null ? [] : [`Note: ${about.notes}`]),
    ],
    action: { label: 'See your wallet', url: `${publicUrl}/merchant/wallet` },
  })

export const loopOutRejectedLetter = (publicUrl: string, about: About): Letter =>
  writeLetter({
    subject: 'Your Lightning loop-out request was rejected',
    paragraphs: [
      `Your request to move ${money(about)} of ${about.storeName} from Lightning on-chain was rejected. The money is on your Lightning balance again.`,
      ...(about.notes === null ? [] : [`Reason: ${about.notes}`]),
    ],
    action: { label: 'See your balance', url: `${publicUrl}/merchant/dashboard` },
  })
