import { fromSats } from '@bitquay/contract/money'
import type { EventType } from '@bitquay/contract/webhook-events'
import { sql } from 'kysely'
import { queueMail } from '../mail/table.ts'
import { payoutSentLetter, withdrawalSentLetter } from '../modules/mail/money-letters.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { notePromoTransaction } from '../promo-codes/redeem-promo-code.ts'
import { publishRefundEvent } from '../refunds/publish-refund-event.ts'
import { findRefundBySend } from '../refunds/table.ts'
import { saveSent } from '../transactions/table.ts'
import { recordEvent } from '../webhooks/table.events.ts'
import { findWithdrawal } from '../withdrawals/queries.ts'
import { findVersions, type Send } from './table.ts'

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

const purposes = { withdrawal: 'withdrawal', refund: 'refund', sweep: 'sweep' } as const

/** A send that is on the network stands in the merchant's history, under whichever of its transactions that is. */
export const noteSent = async (tx: Tx, send: Send) => {
  const { merchantId, txid, kind } = send
  if (txid === null) return
  if (kind === 'withdrawal') await notePromoTransaction(tx, send.id, txid)
  // A loop-out leaves the platform's wallet, a child is mirrored as what it cost.
  if (merchantId === null || kind === 'payout' || kind === 'loop-out' || kind === 'bump') return
  await saveSent(tx, merchantId, {
    txid,
    amountSats: send.amountSats,
    amountUsd: send.amountUsd,
    btcPrice: send.btcPrice,
    address: send.address,
    description: send.description ?? (kind === 'sweep' ? 'Platform fees' : null),
    purpose: purposes[kind],
  })
}

/** Whoever looks at this money reads it again. */
export const tellSend = async (tx: Tx, send: Send) => {
  if (send.merchantId !== null) {
    for (const topic of ['sends', 'balance', 'transactions'] as const) {
      await noteChange(tx, `merchant:${send.merchantId}`, topic)
    }
  }
  if (send.partnerId !== null) {
    for (const topic of ['sends', 'partners'] as const) await noteChange(tx, `partner:${send.partnerId}`, topic)
  }
  await noteChange(tx, 'admin', 'sends')
}
