import type { Deps } from '../src/deps.ts'
import { writeBtcpayDelivery } from '../src/greenfield/write-btcpay-delivery.ts'
import { runWorkers } from '../src/platform/workers/run-workers.ts'
import { deliverWebhooks } from '../src/webhooks/worker.ts'

export type Delivering = ReturnType<typeof startDelivering>

/** Delivers webhooks until it is stopped, and keeps what the worker reported as failed. */
export const startDelivering = (deps: Deps, options: { timeoutMs?: number } = {}) => {
  const failures: unknown[] = []
  const onError = (_: unknown, error: unknown) => void failures.push(error)
  const worker = deliverWebhooks(deps, writeBtcpayDelivery, onError, options)
  return { failures, ...runWorkers(deps.db, [worker], onError) }
}
