import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { ApiError } from '../platform/http/api-error.ts'

type Filter = { limit: number; cursor: string | undefined; status: string | undefined }

const deliveries = (db: Db) =>
  db
    .selectFrom('webhookDeliveries')
    .innerJoin('apiEvents', 'apiEvents.id', 'webhookDeliveries.eventRef')
    .innerJoin('webhookEndpoints', 'webhookEndpoints.id', 'webhookDeliveries.endpointId')
    .selectAll('webhookDeliveries')
    .select(['apiEvents.eventId', 'apiEvents.type', 'apiEvents.object', 'apiEvents.createdAt as eventAt'])

export const listDeliveries = async (db: Db, endpointId: number, { limit, cursor, status }: Filter) => {
  const rows = await deliveries(db)
    .where('webhookDeliveries.endpointId', '=', endpointId)
    .$if(cursor !== undefined, (select) => select.where('webhookDeliveries.id', '<', BigInt(cursor ?? '0')))
    .$if(status !== undefined, (select) => select.where('webhookDeliveries.status', '=', status ?? ''))
    .orderBy('webhookDeliveries.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return { page, next: rows.length > limit ? String(page.at(-1)?.id) : undefined }
}

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>['page'][number]

export const getDelivery = async (db: Db, merchantId: number, id: number): Promise<DeliveryRow> => {
  const row = await deliveries(db)
    .where('webhookDeliveries.id', '=', BigInt(id))
    .where('webhookEndpoints.merchantId', '=', merchantId)
    .where('webhookEndpoints.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  return row
}

const mostAttempts = 50

export const listAttempts = (db: Db, deliveryId: bigint) =>
  db
    .selectFrom('webhookAttempts')
    .selectAll()
    .where('deliveryId', '=', deliveryId)
    .orderBy('id', 'desc')
    .limit(mostAttempts)
    .execute()

/** A merchant's endpoints, with what waits for each. Waiting ones are counted up to a thousand, which is enough to know. */
export const listEndpoints = async (db: Db, merchantId: number, id?: number) => {
  const rows = await db
    .selectFrom('webhookEndpoints as e')
    .selectAll('e')
    .select([
      sql<number>`(select count(*)::integer from (select from webhook_deliveries d
        where d.endpoint_id = e.id and d.status = 'waiting' limit 1000) counted)`.as('waiting'),
      sql<number>`(select count(*)::integer from (select from webhook_deliveries d
        where d.endpoint_id = e.id and d.status = 'failed' limit 1000) counted)`.as('failed'),
      sql<Date | null>`(select max(delivered_at) from (select delivered_at from webhook_deliveries d
        where d.endpoint_id = e.id and d.status = 'delivered' order by id desc limit 100) latest)`.as(
        'lastDeliveredAt',
      ),
    ])
    .where('e.merchantId', '=', merchantId)
    .where('e.deletedAt', 'is', null)
    .$if(id !== undefined, (select) => select.where('e.id', '=', id ?? 0))
    .orderBy('e.id')
    .execute()
  return rows
}

export type ListedEndpoint = Awaited<ReturnType<typeof listEndpoints>>[number]
