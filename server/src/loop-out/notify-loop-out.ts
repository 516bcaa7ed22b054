import { type Email, queueEmail, renderEmail } from '../mail/index.ts'
import { getMerchantSettings } from '../merchants/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { LoopOut } from './table.ts'

type About = { storeName: string; amountBtc: string; amountUsd: string; address: string; notes: string | null }

const money = ({ amountBtc, amountUsd }: About) => `${amountBtc} BTC ($${amountUsd})`

export const loopOutCompletedEmail = (publicUrl: string, about: About): Email =>
  renderEmail({
    subject: 'Your Lightning loop-out is complete',
    paragraphs: [
      `The Lightning balance of ${about.storeName} was moved on-chain to ${about.address}, minus the network fee. It was ${money(about)} when you requested it.`,
      ...(about.notes === null ? [] : [`Note: ${about.notes}`]),
    ],
    action: { label: 'View wallet', url: `${publicUrl}/merchant/wallet` },
  })

export const loopOutRejectedEmail = (publicUrl: string, about: About): Email =>
  renderEmail({
    subject: 'Your Lightning loop-out request was rejected',
    paragraphs: [
      `Your request to move ${money(about)} from Lightning to on-chain for ${about.storeName} was rejected. The amount is back in your Lightning balance.`,
      ...(about.notes === null ? [] : [`Reason: ${about.notes}`]),
    ],
    action: { label: 'View balance', url: `${publicUrl}/merchant/dashboard` },
  })

/** Emails the merchant how the request ended. */
export const notifyLoopOut = async (tx: Tx, publicUrl: string, request: LoopOut) => {
  const { storeName, email } = await getMerchantSettings(tx, request.merchantId)
  const render = request.status === 'completed' ? loopOutCompletedEmail : loopOutRejectedEmail
  const message = render(publicUrl, {
    storeName,
    amountBtc: request.lightningBalanceBtc,
    amountUsd: request.lightningBalanceUsd,
    address: request.onChainAddress,
    notes: request.adminNotes,
  })
  await queueEmail(tx, { to: email, ...message })
}

/** Makes browsers that show this request or the Lightning balance reload it. */
export const emitLoopOutChange = async (tx: Tx, merchantId: number) => {
  for (const topic of ['loop-outs', 'balance'] as const) await emitChange(tx, `merchant:${merchantId}`, topic)
  await emitChange(tx, 'admin', 'loop-outs')
}
