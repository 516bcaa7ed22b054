import type { Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { SendKindRules } from '../sends/index.ts'
import { publishRefundEvent } from './publish-refund-event.ts'
import { findRefundBySend, markPaid, reopenRefund } from './table.ts'

/** The coins are the merchant's and not in our ledger, also where the customer paid over Lightning. */
export const refund: SendKindRules<'refund'> = {
  entries: async () => [],
  settled: async (tx, send) => {
    const paid = await markPaid(tx, send.id, true)
    await publishRefundEvent(tx, paid, 'refund.confirmed')
    await emitRefundChange(tx, paid)
  },
  unsettled: async (tx, send) => emitRefundChange(tx, await markPaid(tx, send.id, false)),
  ended: async (tx, send) => {
    const reopened = await reopenRefund(tx, send.id)
    await publishRefundEvent(tx, reopened, 'refund.failed')
    await emitRefundChange(tx, reopened)
  },
  announce: async (tx, send, stage) => {
    if (stage === 'broadcast') await publishRefundEvent(tx, await findRefundBySend(tx, send.id), 'refund.broadcast')
  },
}

const emitRefundChange = async (tx: Tx, refund: { merchantId: number } | undefined) => {
  if (refund) await emitChange(tx, `merchant:${refund.merchantId}`, 'refunds')
}
