import * as calls from '@bitquay/contract/webhooks'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { exportBatch, rowsOf, sendCsv } from '../platform/http/csv.ts'
import { type Route, route } from '../platform/http/route.ts'
import { deliveryColumns } from './csv-export.ts'
import * as flows from './manage-endpoint.ts'
import {
  type DeliveryRow,
  getDelivery,
  type ListedEndpoint,
  listAttempts,
  listDeliveries,
  listEndpoints,
} from './queries.ts'
import { presentEvent } from './secrets.ts'
import { getEndpoint } from './table.endpoints.ts'

export const webhookRoutes = (deps: Deps): Route[] => {
  const { db } = deps
  const show = async (merchantId: number, id: number) => {
    const [row] = await listEndpoints(db, merchantId, id)
    if (!row) throw new ApiError('not-found')
    return presentEndpoint(row)
  }
  return [
    route(calls.listWebhooks, async ({ person }) => (await listEndpoints(db, person.merchantId)).map(presentEndpoint)),
    route(calls.createWebhook, async ({ person, source, body }) => {
      const { row, secret } = await flows.addEndpoint(deps, flows.ownerOf(person, source), {
        kind: 'standard',
        url: body.url,
        description: body.description || undefined,
        events: body.events,
      })
      return { ...(await show(person.merchantId, row.id)), secret }
    }),
    route(calls.changeWebhook, async ({ person, source, params, body }) => {
      await flows.changeEndpoint(deps, flows.ownerOf(person, source), params.id, body)
      return show(person.merchantId, params.id)
    }),
    route(calls.removeWebhook, async ({ person, source, params }) => {
      await flows.removeEndpoint(deps, flows.ownerOf(person, source), params.id)
      return { message: 'The endpoint was removed.' }
    }),
    route(calls.rotateWebhookSecret, async ({ person, source, params }) => {
      const secret = await flows.rotateSecret(deps, flows.ownerOf(person, source), params.id)
      return { ...(await show(person.merchantId, params.id)), secret }
    }),
    route(calls.testWebhook, async ({ person, params }) => ({
      deliveryId: Number(await flows.pingEndpoint(deps, person.merchantId, params.id)),
    })),
    route(calls.resendWebhooks, async ({ person, params, body }) => ({
      count: await flows.resendToEndpoint(deps, person.merchantId, params.id, {
        from: new Date(body.from),
        to: new Date(body.to),
        delivered: body.delivered,
      }),
    })),
    route(calls.listDeliveries, async ({ person, params, query: { limit, cursor, ...filter }, nextCursor }) => {
      await getEndpoint(db, person.merchantId, params.id)
      const { rows, next } = await listDeliveries(db, params.id, filter, { limit, cursor })
      nextCursor(next)
      return rows.map(presentDelivery)
    }),
    route(calls.exportDeliveries, async ({ person, params, query: filter, raw }) => {
      await getEndpoint(db, person.merchantId, params.id)
      const rows = rowsOf(async (cursor) => {
        const page = await listDeliveries(db, params.id, filter, { limit: exportBatch, cursor })
        return { rows: page.rows.map(presentDelivery), next: page.next }
      })
      sendCsv(raw.reply, { name: 'bitquay-webhook-deliveries', columns: deliveryColumns(filter.tz), rows })
    }),
    route(calls.getDelivery, async ({ person, params }) => {
      const row = await getDelivery(db, person.merchantId, params.id)
      const attempts = await listAttempts(db, row.id)
      return {
        ...presentDelivery(row),
        event: presentEvent({ ...row, createdAt: row.eventAt }),
        log: attempts.map((attempt) => ({
          at: attempt.at.toISOString(),
          durationMs: attempt.durationMs,
          requestHeaders: attempt.requestHeaders as Record<string, string>,
          requestBody: attempt.requestBody,
          answerStatus: attempt.answerStatus,
          answerHeaders: attempt.answerHeaders as Record<string, string> | null,
          answerBody: attempt.answerBody,
          error: attempt.error,
        })),
      }
    }),
    route(calls.resendDelivery, async ({ person, params }) => {
      const { id } = await getDelivery(db, person.merchantId, params.id)
      await flows.resendOne(deps, person.merchantId, id)
      return presentDelivery(await getDelivery(db, person.merchantId, params.id))
    }),
  ]
}

const presentEndpoint = (row: ListedEndpoint): calls.WebhookEndpoint => ({
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
  lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

const presentDelivery = (row: DeliveryRow): calls.WebhookDelivery => ({
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
