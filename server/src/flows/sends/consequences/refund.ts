import { markPaid, reopenRefund } from '../../../modules/refunds/refund.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { noteChange } from '../../../platform/events/note-change.ts'
import type { Consequence } from './consequence.ts'

/** The coins are the merchant's and not in our ledger, also where the customer had paid over Lightning. */
export const refund: Consequence = {
  entries: async () => [],
  settled: async (tx, send) => tell(tx, await markPaid(tx, send.id, true)),
  unsettled: async (tx, send) => tell(tx, await markPaid(tx, send.id, false)),
  ended: async (tx, send) => tell(tx, await reopenRefund(tx, send.id)),
}

const tell = async (tx: Tx, refund: { merchantId: number } | undefined) => {
  if (refund) await noteChange(tx, `merchant:${refund.merchantId}`, 'refunds')
}
