import type { EventType } from '@bitquay/contract/webhooks'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import { ApiError } from '../../platform/http/api-error.ts'

export type EventRow = { eventId: string; type: EventType; object: Record<string, unknown>; createdAt: Date }

/**
 * A merchant's events after one of them, oldest first. One is listed when every transaction older than its own has ended:
 * whatever becomes visible later also stands later, so whoever goes on from the last one misses none.
 */
export const listEvents = async (
  db: Db,
  merchantId: number,
  { after, type, limit }: { after: string | undefined; type: EventType | undefined; limit: number },
): Promise<EventRow[]> => {
  const last = after === undefined ? undefined : await findPlace(db, merchantId, after)
  const { rows } = await sql<EventRow>`
    select event_id, type, object, created_at from api_events
    where merchant_id = ${merchantId} and made_in < event_horizon()
      and (${last?.id ?? null}::bigint is null
        or (made_in, id) > (${last?.madeIn ?? null}::bigint, ${last?.id ?? null}::bigint))
      and (${type ?? null}::text is null or type = ${type ?? null})
    order by made_in, id limit ${limit}`.execute(db)
  return rows
}

const findPlace = async (db: Db, merchantId: number, eventId: string) => {
  const { rows } = await sql<{ madeIn: bigint; id: bigint }>`
    select made_in, id from api_events where event_id = ${eventId} and merchant_id = ${merchantId}`.execute(db)
  if (!rows[0]) throw new ApiError('not-found', { message: 'There is no such event.' })
  return rows[0]
}
