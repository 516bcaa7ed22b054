import { queueMail } from '../mail/queue-mail.ts'
import { getMerchantSettings } from '../merchants/table.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { loopOutCompletedLetter, loopOutRejectedLetter } from './notify-loop-out.ts'
import type { LoopOut } from './request.ts'

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
