import { type Letter, queueMail, writeLetter } from '../mail/index.ts'
import { getMerchantSettings } from '../merchants/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import type { LoopOut } from './table.ts'

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

/** Tells the merchant how the request ended. */
export const mailLoopOut = async (tx: Tx, publicUrl: string, request: LoopOut) => {
  const { storeName, email } = await getMerchantSettings(tx, request.merchantId)
  const write = request.status === 'completed' ? loopOutCompletedLetter : loopOutRejectedLetter
  const letter = write(publicUrl, {
    storeName,
    amountBtc: request.lightningBalanceBtc,
    amountUsd: request.lightningBalanceUsd,
    address: request.onChainAddress,
    notes: request.adminNotes,
  })
  await queueMail(tx, { to: email, ...letter })
}

/** Whoever looks at this request, or at the Lightning balance, reads it again. */
export const tellLoopOut = async (tx: Tx, merchantId: number) => {
  for (const topic of ['loop-outs', 'balance'] as const) await noteChange(tx, `merchant:${merchantId}`, topic)
  await noteChange(tx, 'admin', 'loop-outs')
}
