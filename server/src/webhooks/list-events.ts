import type { EventType } from '@bitquay/contract/webhook-events'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { hasUnplacedEvents, placeEvents } from './place-events.ts'

export type EventRow = { eventId: string; type: EventType; object: Record<string, unknown>; createdAt: Date }

type Page = { after: string | undefined; type: EventType | undefined; limit: number }

/**
 * A merchant's events after one of them, oldest first, in the order in which they became visible: whatever becomes
 * visible later also stands later, so whoever goes on from the last one misses none.
 */
export const listEvents = async (db: Db, merchantId: number, { after, type, limit }: Page): Promise<EventRow[]> => {
  for (;;) {
    const last = after === undefined ? 0n : await findPlace(db, merchantId, after)
    const rows = await readPlaced(db, merchantId, { last, type, limit })
    if (rows.length === limit || !(await hasUnplacedEvents(db, merchantId))) return rows
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
  if (!found) throw new ApiError('not-found', { message: 'There is no such event.' })
  if (found.place !== null) return found.place
  // A webhook may tell of an event before any list has shown it.
  await inTransaction(db, (tx) => placeEvents(tx, merchantId))
  return findPlace(db, merchantId, eventId)
}
