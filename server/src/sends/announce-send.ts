import { fromSats } from '@bitquay/contract/money'
import type { EventType } from '@bitquay/contract/webhook-events'
import { sql } from 'kysely'
import { queueMail } from '../mail/queue-mail.ts'
import { payoutSentLetter, withdrawalSentLetter } from '../modules/mail/money-letters.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { publishRefundEvent } from '../refunds/publish-refund-event.ts'
import { findRefundBySend } from '../refunds/table.ts'
import { recordEvent } from '../webhooks/table.events.ts'
import { findWithdrawal } from '../withdrawals/queries.ts'
import { noteSent } from './note-sent.ts'
import type { Send } from './table.ts'
import { tellSend } from './tell-send.ts'
import { findVersions } from './versions.ts'

/** It is on the network: history, the open screens, and for the first time a letter to whose money it is and an event. */
export const announceBroadcast = async (tx: Tx, publicUrl: string, send: Send) => {
  await noteSent(tx, send)
  await tellSend(tx, send)
  // One that was signed again with a higher fee is the same payment.
  if ((await findVersions(tx, send.id)).length > 1) return
  await writeLetter(tx, publicUrl, send)
  await announceEvent(tx, send, 'withdrawal.broadcast')
  if (send.kind === 'refund') await publishRefundEvent(tx, await findRefundBySend(tx, send.id), 'refund.broadcast')
}

/** Programs of the merchant hear of withdrawals as the API shows them. */
export const announceEvent = async (
  tx: Tx,
  send: Send,
  type: Extract<EventType, `withdrawal.${string}`>,
): Promise<void> => {
  if (send.kind !== 'withdrawal' || send.merchantId === null) return
  const shown = await findWithdrawal(tx, send.merchantId, send.id)
  if (shown) await recordEvent(tx, send.merchantId, type, shown)
}

const writeLetter = async (tx: Tx, publicUrl: string, send: Send) => {
  const about = {
    amountUsd: send.amountUsd,
    amountBtc: fromSats(send.amountSats),
    address: send.address,
    txid: send.txid ?? '',
    requestedBy: send.requestedBy,
  }
  const { rows } = await sql<{ email: string }>`
    select email from merchants where id = ${send.merchantId} and ${send.kind === 'withdrawal'}
    union all select email from partners where id = ${send.partnerId} and ${send.kind === 'payout'}`.execute(tx)
  const letter = send.kind === 'payout' ? payoutSentLetter : withdrawalSentLetter
  for (const { email } of rows) await queueMail(tx, { to: email, ...letter(publicUrl, about) })
}
