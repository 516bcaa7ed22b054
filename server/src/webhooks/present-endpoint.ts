import type { WebhookDelivery, WebhookEndpoint } from '@bitquay/contract/webhooks'
import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type DeliveryRow, type ListedEndpoint, listEndpoints } from './queries.ts'

/** An endpoint of the merchant as people and programs see it. */
export const showEndpoint = async (db: Db, merchantId: number, id: number): Promise<WebhookEndpoint> => {
  const [row] = await listEndpoints(db, merchantId, id)
  if (!row) throw new ApiError('not-found')
  return presentEndpoint(row)
}

export const presentEndpoint = (row: ListedEndpoint): WebhookEndpoint => ({
  id: row.id,
  kind: row.kind,
  url: row.url,
  description: row.description,
  events: row.events,
  enabled: row.enabled,
  disabledBecause: row.disabledBecause,
  pausedUntil: row.pausedUntil?.toISOString() ?? null,
  previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
  waiting: row.waiting,
  failed: row.failed,
  dropped: row.dropped,
  lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: Number(row.id),
  eventId: row.eventId,
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  answerStatus: row.lastStatus,
  error: row.lastError,
  dueAt: row.status === 'waiting' ? row.dueAt.toISOString() : null,
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})
