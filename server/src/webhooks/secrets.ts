import { createHmac, randomBytes } from 'node:crypto'
import type { ApiEvent } from '@bitquay/contract/webhooks'
import type { EventType } from '@bitquay/contract/webhooks.events'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { ClaimedDelivery } from './table.deliveries.ts'

export const previousSecretHours = 24

export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export const sealSecret = (sealer: Sealer, tag: string, secret: string) => sealer.seal(secret, `webhook:${tag}`)

/** The secrets that sign now: the current one, and the previous one for a day after a rotation. */
export const openSecrets = (
  sealer: Sealer,
  endpoint: { tag: string; secret: string; previousSecret: string | null },
): string[] =>
  [endpoint.secret, endpoint.previousSecret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => sealer.open(sealed, `webhook:${endpoint.tag}`))

/** The signature header of Standard Webhooks: one signature for each secret. */
export const signStandard = (secrets: readonly string[], webhookId: string, timestamp: number, body: string) =>
  secrets
    .map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .map((key) => createHmac('sha256', key).update(`${webhookId}.${timestamp}.${body}`).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ')

/** BTCPay's header has one signature, so shop plugins get the one of the current secret. */
export const signLikeBtcpay = (secret: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

export type WrittenDelivery = { headers: Record<string, string>; body: string }

/** The same event looks the same everywhere: delivered, listed, or in the log. */
export const presentEvent = (event: { eventId: string; type: string; createdAt: Date; object: unknown }): ApiEvent => ({
  id: event.eventId,
  type: event.type as EventType,
  createdAt: event.createdAt.toISOString(),
  data: event.object as Record<string, unknown>,
})

/**
 * A delivery in the format of Standard Webhooks. Its ID is the event's and stays the same however often it is sent. Its
 * time is real time and not the sandbox's, because receivers compare it with their own clocks.
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
