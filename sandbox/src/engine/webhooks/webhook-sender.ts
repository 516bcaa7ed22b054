import { createHmac } from 'node:crypto'
import type { Clock } from '../engine.ts'
import { newDeliveryId } from '../stores/ids.ts'
import { type Delivery, type Webhook, type WebhookEvent, wants } from './webhook.ts'
import type { Webhooks } from './webhooks.ts'

/** Ten seconds, a minute, then six times ten minutes, by the sandbox's clock. */
const RETRY_AFTER_MS = [10_000, 60_000, ...Array.from({ length: 6 }, () => 600_000)]
const TIMEOUT_MS = 100_000
/** How long shuffled deliveries are collected before they are sent in another order. */
const SHUFFLE_GATHER_MS = 150

/** How long a receiver that doesn't respond can delay advancing the clock. */
const LONGEST_STANDSTILL_MS = 2_000

export type SenderFaults = { drop: boolean; duplicate: boolean; shuffle: boolean }

export type WebhookSender = {
  /** Queues an event for every webhook of its store that subscribes to it. */
  send(event: WebhookEvent, timestamp: number): void
  /** Queues the stored delivery again and returns the new delivery's id. */
  redeliver(webhook: Webhook, original: Delivery): string
  faults(): SenderFaults
  setFaults(faults: SenderFaults): void
  /** Events that are queued or being sent. */
  pending(): number
  /** Resolves when the queues are empty. Retries that wait for the clock don't count. */
  idle(): Promise<void>
  /** What a restart does: everything queued is lost. */
  forget(): void
  close(): void
}

type Outgoing = { id: string; originalId: string; isRedelivery: boolean; timestamp: number; event: WebhookEvent }

type Queue = {
  items: Outgoing[]
  isRunning: boolean
  isWaiting: boolean
  /** Ends the queue's current wait or request. */
  abort: AbortController
}

/**
 * BTCPay's sender: one queue in memory per webhook, strictly in order, and a waiting retry blocks everything behind it.
 * None of it survives a restart.
 */
export const openWebhookSender = (webhooks: Webhooks, clock: Clock): WebhookSender => {
  const queues = new Map<string, Queue>()
  const waitingForIdle = new Set<() => void>()
  let faults: SenderFaults = { drop: false, duplicate: false, shuffle: false }

  const enqueue = (webhookId: string, item: Outgoing): void => {
    const queue = queues.get(webhookId) ?? {
      items: [],
      isRunning: false,
      isWaiting: false,
      abort: new AbortController(),
    }
    queues.set(webhookId, queue)
    queue.items.push(item)
    if (!queue.isRunning) void run(webhookId, queue)
  }

  const run = async (webhookId: string, queue: Queue): Promise<void> => {
    queue.isRunning = true
    const { signal } = queue.abort
    try {
      // Collects everything that happens in this turn before the first request is sent.
      await Promise.resolve()
      while (queue.items.length > 0 && !signal.aborted) {
        if (faults.shuffle) {
          await pause(SHUFFLE_GATHER_MS, signal)
          shuffle(queue.items)
        }
        const item = queue.items.shift()
        if (item && !signal.aborted) await deliver(webhookId, item, queue)
      }
    } finally {
      queue.isRunning = false
      if (queues.get(webhookId) === queue && queue.items.length === 0) queues.delete(webhookId)
      settleIdle()
    }
  }

  const deliver = async (webhookId: string, first: Outgoing, queue: Queue): Promise<void> => {
    let item = first
    for (const retryAfterMs of [...RETRY_AFTER_MS, undefined]) {
      const webhook = webhooks.find(webhookId)
      if (!webhook?.enabled && !item.isRedelivery) return
      if (!webhook || queue.abort.signal.aborted) return
      const outcome = await attempt(webhook, item, queue.abort.signal)
      if (queue.abort.signal.aborted) return
      webhooks.record(outcome)
      if (faults.duplicate) await attempt(webhook, item, queue.abort.signal)
      if (!isRetryable(outcome) || !webhook.automaticRedelivery || retryAfterMs === undefined) return
      await waitForRetry(queue, clock.now() + retryAfterMs)
      item = { ...item, id: newDeliveryId(), isRedelivery: true }
    }
  }

  /** When the clock is advanced, it stops for the attempt, so a long advance makes all the retries it covers. */
  const waitForRetry = (queue: Queue, atMs: number): Promise<void> => {
    queue.isWaiting = true
    settleIdle()
    const { signal } = queue.abort
    return new Promise((resolve) => {
      const goOn = () => {
        signal.removeEventListener('abort', stop)
        queue.isWaiting = false
        resolve()
      }
      const cancel = clock.at(atMs, () => {
        goOn()
        return standStill(signal)
      })
      const stop = () => {
        cancel()
        goOn()
      }
      signal.addEventListener('abort', stop)
    })
  }

  const standStill = async (signal: AbortSignal): Promise<void> => {
    const waiting = new AbortController()
    await Promise.race([idle(), pause(LONGEST_STANDSTILL_MS, AbortSignal.any([signal, waiting.signal]))])
    waiting.abort()
  }

  const idle = () =>
    new Promise<void>((resolve) => {
      waitingForIdle.add(resolve)
      settleIdle()
    })

  const attempt = async (
    webhook: Webhook,
    item: Outgoing,
    signal: AbortSignal,
  ): Promise<Omit<Delivery, 'sequence'>> => {
    const request = bodyOf(webhook, item)
    const row = { id: item.id, webhookId: webhook.id, timestamp: item.timestamp, request }
    try {
      const answer = await fetch(webhook.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'BTCPayServer/2.4.1',
          'btcpay-sig': `sha256=${createHmac('sha256', webhook.secret).update(request).digest('hex')}`,
        },
        body: request,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await answer.arrayBuffer()
      const deliveryTime = clock.nowSeconds()
      if (answer.ok) {
        return { ...row, deliveryTime, httpCode: answer.status, errorMessage: null, status: 'HttpSuccess' }
      }
      const errorMessage = `HTTP Error Code ${answer.status}`
      return { ...row, deliveryTime, httpCode: answer.status, errorMessage, status: 'HttpError' }
    } catch (error) {
      const errorMessage = error instanceof Error ? error.message : 'The request failed'
      return { ...row, deliveryTime: clock.nowSeconds(), httpCode: null, errorMessage, status: 'Failed' }
    }
  }

  const isBusy = (queue: Queue) => !queue.isWaiting && (queue.isRunning || queue.items.length > 0)

  const settleIdle = (): void => {
    if ([...queues.values()].some(isBusy)) return
    for (const resolve of waitingForIdle) resolve()
    waitingForIdle.clear()
  }

  const forget = (): void => {
    for (const queue of queues.values()) {
      queue.items.length = 0
      queue.abort.abort()
    }
    queues.clear()
    settleIdle()
  }

  return {
    send(event, timestamp) {
      if (faults.drop) return
      for (const webhook of webhooks.ofStore(event.storeId)) {
        if (!wants(webhook, event.type)) continue
        const id = newDeliveryId()
        enqueue(webhook.id, { id, originalId: id, isRedelivery: false, timestamp, event })
      }
    },
    redeliver(webhook, original) {
      const id = newDeliveryId()
      const { originalDeliveryId, event } = eventOf(original)
      enqueue(webhook.id, {
        id,
        originalId: originalDeliveryId,
        isRedelivery: true,
        timestamp: original.timestamp,
        event,
      })
      return id
    },
    faults: () => faults,
    setFaults(next) {
      faults = next
    },
    pending: () => [...queues.values()].reduce((sum, queue) => sum + queue.items.length + (queue.isRunning ? 1 : 0), 0),
    idle,
    forget,
    close: forget,
  }
}

const bodyOf = (webhook: Webhook, item: Outgoing): string => {
  const { type, storeId, ...rest } = item.event
  const envelope = {
    deliveryId: item.id,
    webhookId: webhook.id,
    originalDeliveryId: item.originalId,
    isRedelivery: item.isRedelivery,
    type,
    timestamp: item.timestamp,
    storeId,
  }
  return JSON.stringify({ ...envelope, ...rest }, null, 2)
}

/** The event inside a stored delivery, without its envelope. */
const eventOf = (delivery: Delivery): { originalDeliveryId: string; event: WebhookEvent } => {
  const body: Record<string, unknown> = JSON.parse(delivery.request ?? '{}')
  const event = Object.fromEntries(Object.entries(body).filter(([name]) => !envelopeFields.has(name)))
  return {
    originalDeliveryId: String(body['originalDeliveryId']),
    event: { ...event, type: String(body['type']), storeId: String(body['storeId']) },
  }
}

const envelopeFields = new Set(['deliveryId', 'webhookId', 'originalDeliveryId', 'isRedelivery', 'timestamp'])

/** No HTTP code, 408, 429 and 5xx are retried. Any other response loses the event for good. */
const isRetryable = ({ httpCode }: Pick<Delivery, 'httpCode'>): boolean =>
  httpCode === null || httpCode === 408 || httpCode === 429 || httpCode >= 500

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })

const shuffle = (items: Outgoing[]): void => {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1))
    const [a, b] = [items[at], items[other]]
    if (a && b) {
      items[at] = b
      items[other] = a
    }
  }
}
