import { z } from 'zod'
import { programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import {
  addEndpoint,
  changeEndpoint,
  type DeliveryRow,
  type EndpointOwner,
  type EndpointRow,
  findBtcpayEndpoint,
  getDelivery,
  listAttempts,
  listBtcpayEndpoints,
  listDeliveryLog,
  removeEndpoint,
  resendOne,
} from '../webhooks/index.ts'
import { read } from './read-new-invoice.ts'
import { GreenfieldError, GreenfieldInvalid, type GreenfieldRequest, type GreenfieldRoute, listOf } from './route.ts'
import { btcpayTypes } from './write-btcpay-delivery.ts'

const all = Object.keys(btcpayTypes)
/** Some of BTCPay's events are several of ours. */
const ourTypes = (theirs: string) => all.filter((type) => btcpayTypes[type] === theirs)

/** BTCPay accepts "true" as true, and its published clients send that. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])

const webhook = z.looseObject({
  url: z.string('The url field is required').trim().max(1000).pipe(z.url('The url field is not a valid URL')),
  enabled: flag.nullish(),
  automaticRedelivery: flag.nullish(),
  secret: z.string().max(200).nullish(),
  authorizedEvents: z
    .looseObject({ everything: flag.nullish(), specificEvents: z.array(z.string()).max(100).nullish() })
    .nullish(),
})

/** Events that only BTCPay has may be requested too. They never happen here. */
const eventsOf = ({ authorizedEvents }: z.output<typeof webhook>): string[] => {
  const chosen = authorizedEvents?.specificEvents ?? []
  if (authorizedEvents?.everything === true || chosen.length === 0) return all
  const known = [...new Set(chosen.flatMap(ourTypes))]
  return known.length === 0 ? ['none'] : known
}

const base = '/api/v1/stores/:storeId/webhooks'
const permission = 'btcpay.store.webhooks.canmodifywebhooks'

export const webhookRoutes = (deps: Deps): GreenfieldRoute[] => {
  const { db } = deps
  const getOwn = async (request: GreenfieldRequest): Promise<EndpointRow> => {
    const { webhookId = '' } = request.params
    const id = /^\d{1,9}$/.test(webhookId) ? Number(webhookId) : 0
    const row = await findBtcpayEndpoint(db, ownerOf(request), id)
    if (!row) throw new GreenfieldError(404, 'webhook-not-found', 'The webhook was not found')
    return row
  }
  const getOwnDelivery = async (request: GreenfieldRequest): Promise<DeliveryRow> => {
    const { id } = await getOwn(request)
    const deliveryId = /^(\d{1,15})(-\d+)*$/.exec(request.params.deliveryId ?? '')?.[1]
    const found =
      deliveryId === undefined
        ? undefined
        : await getDelivery(db, request.apiKey.merchantId, Number(deliveryId)).catch(absent)
    if (found?.endpointId !== id)
      throw new GreenfieldError(404, 'webhookdelivery-not-found', 'The delivery was not found')
    return found
  }
  return [
    {
      method: 'GET',
      path: base,
      permission,
      answer: async (request) => (await listBtcpayEndpoints(db, ownerOf(request))).map(present),
    },
    {
      method: 'POST',
      path: base,
      permission,
      answer: async (request) => {
        const wanted = read(webhook, request.body)
        const { row, secret } = await toField(() =>
          addEndpoint(deps, ownerOf(request), {
            kind: 'btcpay',
            url: wanted.url,
            description: request.apiKey.name,
            events: eventsOf(wanted),
            secret: wanted.secret || undefined,
            automaticRedelivery: wanted.automaticRedelivery ?? true,
          }),
        )
        if (wanted.enabled === false) await changeEndpoint(deps, ownerOf(request), row.id, { enabled: false })
        return { ...present({ ...row, enabled: wanted.enabled !== false }), secret }
      },
    },
    {
      method: 'GET',
      path: `${base}/:webhookId`,
      permission,
      answer: async (request) => present(await getOwn(request)),
    },
    {
      method: 'PUT',
      path: `${base}/:webhookId`,
      permission,
      answer: async (request) => {
        const wanted = read(webhook, request.body)
        const { id } = await getOwn(request)
        const change = {
          url: wanted.url,
          events: eventsOf(wanted),
          enabled: wanted.enabled !== false,
          automaticRedelivery: wanted.automaticRedelivery ?? true,
        }
        await toField(() =>
          changeEndpoint(deps, ownerOf(request), id, { ...change, secret: wanted.secret || undefined }),
        )
        return present(await getOwn(request))
      },
    },
    {
      method: 'DELETE',
      path: `${base}/:webhookId`,
      permission,
      answer: async (request) => {
        const { id } = await getOwn(request)
        await removeEndpoint(deps, ownerOf(request), id)
        return undefined
      },
    },
    {
      method: 'GET',
      path: `${base}/:webhookId/deliveries`,
      permission,
      answer: async (request) => {
        const { id } = await getOwn(request)
        const count = Number(listOf(request.query.count)[0] ?? 20)
        const limit = Number.isInteger(count) && count > 0 ? Math.min(count, 100) : 20
        return (await listDeliveryLog(db, id, limit)).map(presentDelivery)
      },
    },
    {
      method: 'GET',
      path: `${base}/:webhookId/deliveries/:deliveryId`,
      permission,
      answer: async (request) => presentDelivery(await getOwnDelivery(request)),
    },
    {
      method: 'GET',
      path: `${base}/:webhookId/deliveries/:deliveryId/request`,
      permission,
      answer: async (request) => {
        const [last] = await listAttempts(db, (await getOwnDelivery(request)).id)
        const sent = last && readWhole(last.requestBody)
        if (sent === undefined)
          throw new GreenfieldError(409, 'webhookdelivery-pruned', 'The request of this delivery is no longer stored')
        return sent
      },
    },
    {
      method: 'POST',
      path: `${base}/:webhookId/deliveries/:deliveryId/redeliver`,
      permission,
      answer: async (request) => {
        const delivery = await getOwnDelivery(request)
        await resendOne(deps, request.apiKey.merchantId, delivery)
        return `${delivery.id}-${delivery.rounds + 1}-0`
      },
    },
  ]
}

const ownerOf = ({ apiKey, source }: GreenfieldRequest): EndpointOwner => ({
  merchantId: apiKey.merchantId,
  name: `api-key:${apiKey.id}`,
  actor: programOf(apiKey),
  source,
})

const absent = (error: unknown) => {
  if (error instanceof ApiError && error.code === 'not-found') return undefined
  throw error
}

/** A request that is no longer stored, or of which only the beginning was, isn't JSON. */
const readWhole = (body: string): unknown => {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

/** A URL that cannot be used is an invalid field, as in BTCPay. */
const toField = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'webhook-url-refused') {
      throw new GreenfieldInvalid([{ path: 'Url', message: error.message }])
    }
    throw error
  }
}

const present = (row: EndpointRow) => {
  const everything = all.every((type) => row.events.includes(type))
  return {
    id: String(row.id),
    enabled: row.enabled,
    automaticRedelivery: row.automaticRedelivery,
    url: row.url,
    authorizedEvents: {
      everything,
      specificEvents: everything ? [] : [...new Set(row.events.flatMap((type) => btcpayTypes[type] ?? []))],
    },
  }
}

/** BTCPay has no status for what waits. `nextAttemptAt` is ours. */
const presentDelivery = (row: DeliveryRow) => ({
  id: String(row.id),
  timestamp: Math.floor(row.eventAt.getTime() / 1000),
  deliveryTime: row.lastAttemptAt === null ? null : Math.floor(row.lastAttemptAt.getTime() / 1000),
  httpCode: row.lastStatus,
  errorMessage:
    row.status === 'waiting' && row.lastAttemptAt === null ? `Waiting until ${row.dueAt.toISOString()}` : row.lastError,
  nextAttemptAt: row.status === 'waiting' ? Math.floor(row.dueAt.getTime() / 1000) : null,
  status: row.status === 'delivered' ? 'HttpSuccess' : row.lastStatus === null ? 'Failed' : 'HttpError',
})
