import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { deliverWebhook, type WriteDelivery } from './deliver-webhook.ts'
import { createPostWebhook } from './post-webhook.ts'
import { claimDeliveries } from './table.deliveries.ts'

type Lane = { troubled: boolean; atOnce: number; underWay: Set<Promise<void>> }

const lookAgainMs = 250

/**
 * Sends what the outbox of webhooks holds. Deliveries are under way side by side and each ends by itself, so that one
 * that waits for its answer holds up no other; endpoints in trouble have a lane of their own.
 */
export const deliverWebhooks = (
  deps: Deps,
  writeBtcpayDelivery: WriteDelivery,
  onError: (deliveryId: bigint, error: unknown) => void,
  options: { timeoutMs?: number } = {},
): Worker => {
  const post = createPostWebhook(deps.config, deps.version, options.timeoutMs)
  const lanes: Lane[] = [
    { troubled: false, atOnce: 48, underWay: new Set() },
    { troubled: true, atOnce: 16, underWay: new Set() },
  ]

  const fill = async (lane: Lane, signal: AbortSignal): Promise<number> => {
    const most = lane.atOnce - lane.underWay.size
    if (most === 0) return 0
    const claimed = await inTransaction(deps.db, (tx) => claimDeliveries(tx, { troubled: lane.troubled, most }))
    for (const delivery of claimed) {
      const attempt: Promise<void> = deliverWebhook(deps, writeBtcpayDelivery, post, delivery, signal)
        // The lease ends by itself, and then it is tried again.
        .catch((error: unknown) => onError(delivery.id, error))
        .finally(() => lane.underWay.delete(attempt))
      lane.underWay.add(attempt)
    }
    return claimed.length
  }

  return {
    name: 'deliver-webhooks',
    everyMs: lookAgainMs,
    run: async (signal) => {
      let claimed = 0
      for (const lane of lanes) claimed += await fill(lane, signal)
      const underWay = lanes.flatMap((lane) => [...lane.underWay])
      if (underWay.length === 0) return false
      // As soon as one has ended there is room for the next.
      await Promise.race([...underWay, sleep(lookAgainMs)])
      if (signal.aborted) await Promise.allSettled(underWay)
      return claimed > 0 || underWay.length > 0
    },
  }
}
