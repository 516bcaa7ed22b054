import * as calls from '@bitquay/contract/webhooks'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { listRoutes } from '../platform/lists/list-routes.ts'
import { deliveries } from './list.ts'
import * as flows from './manage-endpoint.ts'
import { presentDelivery, presentEndpoint, showEndpoint } from './present-endpoint.ts'
import { getDelivery, listAttempts, listEndpoints } from './queries.ts'
import { presentEvent } from './secrets.ts'
import { getEndpoint } from './table.endpoints.ts'

export const webhookRoutes = (deps: Deps): Route[] => {
  const { db } = deps
  const show = (merchantId: number, id: number) => showEndpoint(db, merchantId, id)
  return [
    shortListRoute(calls.listWebhooks, async ({ person }) =>
      (await listEndpoints(db, person.merchantId)).map(presentEndpoint),
    ),
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
    ...listRoutes(db, deliveries, async ({ person, params }) => {
      await getEndpoint(db, person.merchantId, params.id)
      return params.id
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
          requestBody: attempt.requestBody || null,
          answerStatus: attempt.answerStatus,
          answerHeaders: attempt.answerHeaders as Record<string, string> | null,
          answerBody: attempt.answerBody,
          error: attempt.error,
        })),
      }
    }),
    route(calls.resendDelivery, async ({ person, params }) => {
      await flows.resendOne(deps, person.merchantId, await getDelivery(db, person.merchantId, params.id))
      return presentDelivery(await getDelivery(db, person.merchantId, params.id))
    }),
  ]
}
