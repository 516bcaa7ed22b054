import type { EventType } from '@bitquay/contract/webhooks.events'
import { type Selectable, sql } from 'kysely'
import { hasUnplacedEvents, placeEvents } from '../facts/index.ts'
import { type Db, writeStateOf } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { WebhookDeliveries } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'

export type DeliveryRow = Selectable<WebhookDeliveries> & {
  eventId: string
  type: string
  object: Record<string, unknown>
  eventAt: Date
}

export const deliveryColumns = sql`d.*, e.event_id, e.type, e.object, e.created_at as event_at`

export const getDelivery = async (db: Db, merchantId: number, id: number): Promise<DeliveryRow> => {
  const { rows } = await sql<DeliveryRow>`
    select ${deliveryColumns} from webhook_deliveries d join api_events e on e.id = d.event_ref
      join webhook_endpoints w on w.id = d.endpoint_id
    where d.id = ${id} and w.merchant_id = ${merchantId} and w.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw new ApiError('not-found')
  return row
}

/** The order of an endpoint's log, downwards: tried ones by their last attempt, then those that wait by their next one. */
export const deliveryPlace = sql`delivery_place(d.status, d.last_attempt_at, d.due_at, d.created_at)`

/** The first deliveries of an endpoint's log. */
export const listDeliveryLog = async (db: Db, endpointId: number, most: number): Promise<DeliveryRow[]> => {
  const { rows } = await sql<DeliveryRow>`
    select ${deliveryColumns} from webhook_deliveries d join api_events e on e.id = d.event_ref
    where d.endpoint_id = ${endpointId} order by ${deliveryPlace} desc, d.id desc limit ${most}`.execute(db)
  return rows
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

/** A merchant's endpoints with their waiting deliveries, counted up to a thousand. */
export const listEndpoints = async (db: Db, merchantId: number, id?: number) => {
  const rows = await db
    .selectFrom('webhookEndpoints as e')
    .selectAll('e')
    .select([
      sql<number>`(select count(*)::integer from (select from webhook_deliveries d
        where d.endpoint_id = e.id and d.status = 'waiting' limit 1000) counted)`.as('waiting'),
      sql<number>`(select count(*)::integer from (select from webhook_deliveries d
        where d.endpoint_id = e.id and d.status = 'failed' limit 1000) counted)`.as('failed'),
      // Without an attempt it failed only because the queue was full.
      sql<number>`(select count(*)::integer from (select from webhook_deliveries d
        where d.endpoint_id = e.id and d.status = 'failed' and d.attempts = 0 limit 1000) counted)`.as('dropped'),
      sql<Date | null>`(select max(delivered_at) from (select delivered_at from webhook_deliveries d
        where d.endpoint_id = e.id and d.status = 'delivered' order by created_at desc, id desc limit 100) latest)`.as(
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

export type EventRow = { eventId: string; type: EventType; object: Record<string, unknown>; createdAt: Date }

type Page = { after: string | undefined; type: EventType | undefined; limit: number }

/**
 * A merchant's events after one of them, oldest first, in the order in which they became visible: an event that becomes
 * visible later also has a later position, so a reader who continues from the last one misses none.
 */
export const listEvents = async (db: Db, merchantId: number, { after, type, limit }: Page): Promise<EventRow[]> => {
  for (;;) {
    const last = after === undefined ? 0n : await findPlace(db, merchantId, after)
    const rows = await readPlaced(db, merchantId, { last, type, limit })
    if (rows.length === limit || !(await hasUnplacedEvents(db, merchantId))) return rows
    // New ones get their place when it can be saved.
    if (writeStateOf(db).current()) return rows
    await inTransaction(db, (tx) => placeEvents(tx, merchantId))
  }
}

const readPlaced = async (
  db: Db,
  merchantId: number,
  page: { last: bigint; type: string | undefined; limit: number },
) => {
  const { rows } = await sql<EventRow>`
    select e.event_id, e.type, e.object, e.created_at
    from event_places p join api_events e on e.id = p.event_ref
    where p.merchant_id = ${merchantId} and p.place > ${page.last}
      and (${page.type ?? null}::text is null or e.type = ${page.type ?? null})
    order by p.place limit ${page.limit}`.execute(db)
  return rows
}

const findPlace = async (db: Db, merchantId: number, eventId: string): Promise<bigint> => {
  const { rows } = await sql<{ place: bigint | null }>`
    select p.place from api_events e left join event_places p on p.event_ref = e.id
    where e.event_id = ${eventId} and e.merchant_id = ${merchantId}`.execute(db)
  const found = rows[0]
  if (!found) throw new ApiError('not-found', { message: 'This event doesn’t exist.' })
  if (found.place !== null) return found.place
  // A webhook may deliver an event before any list has shown it.
  await inTransaction(db, (tx) => placeEvents(tx, merchantId))
  return findPlace(db, merchantId, eventId)
}
