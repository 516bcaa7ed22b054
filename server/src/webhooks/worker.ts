import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { graceMs, waitAtMost } from '../platform/workers/wait-at-most.ts'
import { deliverWebhook, type WriteDelivery } from './deliver-webhook.ts'
import { createPostWebhook } from './post-webhook.ts'
import { claimDeliveries, deliveriesDueAt, type LaneName } from './table.deliveries.ts'

/**
 * A lane has places. In the quick lane, an attempt that isn't answered at once gives up its place, up to so many of them:
 * endpoints that answered quickly until now may all stop at the same time.
 */
type Lane = { name: LaneName; places: number; withoutPlace: number; underWay: Map<Promise<void>, number> }

const lookAgainMs = 250

/**
 * Sends the pending webhook deliveries. They run in parallel and end independently, so that one that waits for its
 * answer delays no other. Slow and failing endpoints have lanes of their own.
 */
export const deliverWebhooks = (
  deps: Deps,
  writeBtcpayDelivery: WriteDelivery,
  onError: (deliveryId: bigint, error: unknown) => void,
  options: { timeoutMs?: number } = {},
): Worker => {
  const post = createPostWebhook(deps.config, deps.version, options.timeoutMs)
  const lanes: Lane[] = [
    { name: 'quick', places: 48, withoutPlace: 240, underWay: new Map() },
    { name: 'slow', places: 64, withoutPlace: 0, underWay: new Map() },
    { name: 'failing', places: 16, withoutPlace: 0, underWay: new Map() },
  ]

  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  const listUnderWay = () => lanes.flatMap((lane) => [...lane.underWay.keys()])

  const fill = async (lane: Lane): Promise<number> => {
    const most = countFreePlaces(lane)
    if (most <= 0) return 0
    const claimed = await claimDeliveries(deps.db, { lane: lane.name, most })
    for (const delivery of claimed) {
      const attempt: Promise<void> = deliverWebhook(deps, writeBtcpayDelivery, post, delivery, ending.signal)
        // The lease expires by itself, and then it is retried.
        .catch((error: unknown) => onError(delivery.id, error))
        .finally(() => lane.underWay.delete(attempt))
      lane.underWay.set(attempt, performance.now())
    }
    return claimed.length
  }

  return {
    name: 'deliver-webhooks',
    everyMs: lookAgainMs,
    due: deliveriesDueAt,
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

const countFreePlaces = ({ places, withoutPlace, underWay }: Lane): number => {
  const since = performance.now() - lookAgainMs
  const unanswered = [...underWay.values()].filter((startedAt) => startedAt <= since).length
  return places - underWay.size + Math.min(unanswered, withoutPlace)
}
