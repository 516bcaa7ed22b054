import { sql } from 'kysely'
import { hasUnplacedEvents, placeEvents } from '../facts/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'

/** The merchant's latest event, or undefined if there is none. What is committed later comes after it. */
export const findLastEvent = async (db: Db, merchantId: number): Promise<string | undefined> => {
  while (await hasUnplacedEvents(db, merchantId)) await inTransaction(db, (tx) => placeEvents(tx, merchantId))
  const { rows } = await sql<{ eventId: string }>`
    select e.event_id from event_places p join api_events e on e.id = p.event_ref
    where p.merchant_id = ${merchantId} order by p.place desc limit 1`.execute(db)
  return rows[0]?.eventId
}
