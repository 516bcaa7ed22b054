import { announceAll } from '../facts/index.ts'
import type { SendKindRules } from '../sends/index.ts'
import { refundBroadcast, refundConfirmed, refundFailed, refundUnconfirmed } from './facts.ts'
import { findRefundBySend, markPaid, markUnpaid, reopenRefund } from './table.ts'

/** The coins are the merchant's and not in our ledger, also where the customer paid over Lightning. */
export const refund: SendKindRules<'refund'> = {
  entries: async () => [],
  settled: async (tx, send) => announceAll(tx, refundConfirmed, listed(await markPaid(tx, send))),
  unsettled: async (tx, send) => announceAll(tx, refundUnconfirmed, listed(await markUnpaid(tx, send.id))),
  ended: async (tx, send) => announceAll(tx, refundFailed, listed(await reopenRefund(tx, send.id))),
  announce: async (tx, send, stage) => {
    if (stage === 'broadcast') await announceAll(tx, refundBroadcast, listed(await findRefundBySend(tx, send.id)))
  },
}

/** A send that was found after a restore may have no refund. */
const listed = <T>(refund: T | undefined): T[] => (refund ? [refund] : [])
