import type { EventType } from '@bitquay/contract/webhook-events'
import type { ApiEvent } from '@bitquay/contract/webhooks'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { signStandard } from './secrets.ts'

export type WrittenDelivery = { headers: Record<string, string>; body: string }

/** The same event reads the same wherever it is read: delivered, listed, or in the log. */
export const presentEvent = (event: { eventId: string; type: string; createdAt: Date; object: unknown }): ApiEvent => ({
  id: event.eventId,
  type: event.type as EventType,
  createdAt: event.createdAt.toISOString(),
  data: event.object as Record<string, unknown>,
})

/**
 * A delivery as Standard Webhooks has it. Its id is the event's and stays the same however often it is sent; its time is
 * the world's, not the sandbox's, because receivers compare it with their own clocks.
 */
export const writeStandard = (delivery: ClaimedDelivery, secrets: readonly string[], sentAt: Date): WrittenDelivery => {
  const body = JSON.stringify(presentEvent({ ...delivery, createdAt: delivery.eventAt }))
  const timestamp = Math.floor(sentAt.getTime() / 1000)
  return {
    body,
    headers: {
      'webhook-id': delivery.eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signStandard(secrets, delivery.eventId, timestamp, body),
    },
  }
}
