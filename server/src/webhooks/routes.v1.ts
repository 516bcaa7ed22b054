import * as calls from '@bitquay/contract/v1/webhook-endpoints'
import { listEvents as listEventsCall } from '@bitquay/contract/webhooks'
import { programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { ApiKey } from '../platform/http/person.ts'
import { type Route, route, type Source } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { deliveries } from './list.ts'
import * as flows from './manage-endpoint.ts'
import { presentDelivery, presentEndpoint, showEndpoint } from './present-endpoint.ts'
import { getDelivery, listEndpoints, listEvents } from './queries.ts'
import { presentEvent } from './secrets.ts'
import { getEndpoint } from './table.endpoints.ts'

export const events = ({ db }: Deps) =>
  route(listEventsCall, async ({ apiKey, query: { after, type, limit } }) =>
    (await listEvents(db, apiKey.merchantId, { after, type, limit })).map(presentEvent),
  )

export const webhookEndpoints = (deps: Deps): Route[] => {
  const { db } = deps
  const show = (apiKey: ApiKey, id: number) => showEndpoint(db, apiKey.merchantId, id)
  return [
    shortListRoute(calls.listWebhookEndpoints, async ({ apiKey }) =>
      (await listEndpoints(db, apiKey.merchantId)).map(presentEndpoint),
    ),
    route(calls.getWebhookEndpoint, ({ apiKey, params }) => show(apiKey, params.id)),
    route(calls.createWebhookEndpoint, async ({ apiKey, source, body }) => {
      const { row, secret } = await flows.addEndpoint(deps, ownerOf(apiKey, source), {
        kind: 'standard',
        url: body.url,
        description: body.description || undefined,
        events: body.events,
      })
      return { ...(await show(apiKey, row.id)), secret }
    }),
    route(calls.changeWebhookEndpoint, async ({ apiKey, source, params, body }) => {
      await requireManageable(deps, apiKey, params.id)
      await flows.changeEndpoint(deps, ownerOf(apiKey, source), params.id, body)
      return show(apiKey, params.id)
    }),
    route(calls.removeWebhookEndpoint, async ({ apiKey, source, params }) => {
      await requireManageable(deps, apiKey, params.id)
      await flows.removeEndpoint(deps, ownerOf(apiKey, source), params.id)
      return { message: 'The endpoint was removed.' }
    }),
    route(calls.rotateWebhookEndpointSecret, async ({ apiKey, source, params }) => {
      await requireManageable(deps, apiKey, params.id)
      const secret = await flows.rotateSecret(deps, ownerOf(apiKey, source), params.id)
      return { ...(await show(apiKey, params.id)), secret }
    }),
    route(calls.testWebhookEndpoint, async ({ apiKey, params }) => ({
      deliveryId: Number(await flows.pingEndpoint(deps, apiKey.merchantId, params.id)),
    })),
    route(calls.listWebhookDeliveries, async ({ apiKey, params, query: { limit, cursor, ...filter }, nextCursor }) => {
      await getEndpoint(db, apiKey.merchantId, params.id)
      const { rows, next } = await deliveries.show(db, params.id, filter, { limit, cursor })
      nextCursor(next)
      return rows
    }),
    route(calls.redeliverWebhook, async ({ apiKey, params }) => {
      const find = () => getDelivery(db, apiKey.merchantId, params.deliveryId)
      const delivery = await find()
      if (delivery.endpointId !== params.id) throw new ApiError('not-found')
      await flows.resendOne(deps, apiKey.merchantId, delivery)
      return presentDelivery(await find())
    }),
  ]
}

const ownerOf = (apiKey: ApiKey, source: Source): flows.EndpointOwner => ({
  merchantId: apiKey.merchantId,
  name: `api-key:${apiKey.id}`,
  actor: programOf(apiKey),
  source,
})

/**
 * People enter their password before they change where events go. A stolen key must not be a way around that, so a key
 * changes only what it created itself. Endpoints of shop plugins have calls of their own.
 */
const requireManageable = async ({ db }: Deps, apiKey: ApiKey, id: number) => {
  const { createdBy, kind } = await getEndpoint(db, apiKey.merchantId, id)
  if (kind !== 'standard' || createdBy !== `api-key:${apiKey.id}`) throw new ApiError('webhook-not-manageable')
}
