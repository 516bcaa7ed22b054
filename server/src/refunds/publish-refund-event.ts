import type { EventType } from '@bitquay/contract/webhooks.events'
import { recordEvent } from '../facts/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { getRefund } from './queries.ts'

/** Publishes a refund to the merchant's programs as the API shows it, without the claim link. */
export const publishRefundEvent = async (
  tx: Tx,
  refund: { id: number; merchantId: number } | undefined,
  type: Extract<EventType, `refund.${string}`>,
): Promise<void> => {
  if (refund) await recordEvent(tx, refund.merchantId, type, await getRefund(tx, refund.merchantId, refund.id))
}
