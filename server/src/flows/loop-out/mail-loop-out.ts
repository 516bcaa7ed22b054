import type { LoopOut } from '../../modules/loop-out/request.ts'
import { loopOutCompletedLetter, loopOutRejectedLetter } from '../../modules/mail/loop-out-letters.ts'
import { queueMail } from '../../modules/mail/queue-mail.ts'
import { getMerchantSettings } from '../../modules/merchants/settings.ts'
import type { Tx } from '../../platform/db/transaction.ts'

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
