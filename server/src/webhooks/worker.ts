import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { graceMs, waitAtMost } from '../platform/workers/wait-at-most.ts'
import { deliverWebhook, type WriteDelivery } from './deliver-webhook.ts'
import { createPostWebhook } from './post-webhook.ts'
import { claimDeliveries } from './table.deliveries.ts'

type Lane = { troubled: boolean; atOnce: number; underWay: Set<Promise<void>> }

const lookAgainMs = 250

/**
 * Sends the pending webhook deliveries. They run in parallel and end independently, so that one that waits for its
 * answer delays no other. Failing endpoints have their own lane.
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

  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  const listUnderWay = () => lanes.flatMap((lane) => [...lane.underWay])

  const fill = async (lane: Lane): Promise<number> => {
    const most = lane.atOnce - lane.underWay.size
    if (most === 0) return 0
    const claimed = await claimDeliveries(deps.db, { troubled: lane.troubled, most })
    for (const delivery of claimed) {
      const attempt: Promise<void> = deliverWebhook(deps, writeBtcpayDelivery, post, delivery, ending.signal)
        // The lease expires by itself, and then it is retried.
        .catch((error: unknown) => onError(delivery.id, error))
        .finally(() => lane.underWay.delete(attempt))
      lane.underWay.add(attempt)
    }
    return claimed.length
  }

  return {
    name: 'deliver-webhooks',
    everyMs: lookAgainMs,
    run: async () => {
      let claimed = 0
      for (const lane of lanes) claimed += await fill(lane)
      const underWay = listUnderWay()
      if (underWay.length === 0) return false
      // As soon as one has ended there is room for the next.
      await Promise.race([...underWay, sleep(lookAgainMs)])
      return claimed > 0 || underWay.length > 0
    },
    end: async () => {
      await waitAtMost(graceMs, Promise.allSettled(listUnderWay()))
      ending.abort()
      await Promise.allSettled(listUnderWay())
    },
  }
}
