import { randomBytes } from 'node:crypto'
import type { EventData, EventType } from '@bitquay/contract/webhooks.events'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { pruneInBatches } from '../platform/db/prune-in-batches.ts'
import type { Tx } from '../platform/db/transaction.ts'

/**
 * Records an event for each of these merchants and objects, in their order and in the transaction in which they happened,
 * and adds a delivery for each endpoint that is subscribed to it. An object is its subject as the API shows it: plain
 * JSON, no secrets.
 */
export const recordEvents = async <T extends EventType>(
  tx: Tx,
  type: T,
  shown: readonly (readonly [number, EventData<T>])[],
): Promise<void> => {
  const [merchantIds, ids] = [shown.map(([merchantId]) => merchantId), shown.map(newEventId)]
  const texts = shown.map(([, object]) => JSON.stringify(object))
  await sql`
    select record_event(e.merchant_id, e.id, ${type}, e.object::jsonb)
    from unnest(${merchantIds}::integer[], ${ids}::text[], ${texts}::text[]) e (merchant_id, id, object)`.execute(tx)
}

/** An event for the statement that causes it. */
export const newEvent = <T extends EventType>(type: T, object: EventData<T>) => ({ id: newEventId(), type, object })

export const newEventId = () => `evt_${randomBytes(16).toString('hex')}`

/** Saves an event that only the named endpoint gets. Returns its row. */
export const savePing = async (tx: Tx, merchantId: number, endpointId: number): Promise<bigint> => {
  const { id } = await tx
    .insertInto('apiEvents')
    .values({ merchantId, eventId: newEventId(), type: 'ping', object: JSON.stringify({ endpointId }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Small enough to be written quickly. Callers that need more repeat it. */
const chunk = 1000

export const hasUnplacedEvents = async (db: Db, merchantId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from api_events e
    where e.merchant_id = ${merchantId}
      and e.made_in >= coalesce((select placed_below from event_sequences where merchant_id = ${merchantId}), 0)
      and not exists (select from event_places p where p.event_ref = e.id)
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Assigns positions to committed events of a merchant that have none yet. Only one transaction at a time does so for a
 * merchant, and it holds the lock until it has committed.
 */
export const placeEvents = async (tx: Tx, merchantId: number): Promise<void> => {
  await sql`insert into event_sequences (merchant_id) values (${merchantId}) on conflict do nothing`.execute(tx)
  const { rows: sequences } = await sql<{ lastPlace: bigint; placedBelow: bigint; horizon: bigint }>`
    select last_place, placed_below, event_horizon() as horizon from event_sequences
    where merchant_id = ${merchantId} for update`.execute(tx)
  const sequence = sequences[0]
  if (!sequence) throw new Error(`merchant ${merchantId} has no sequence of events`)
  const { rows: placed } = await sql<{ madeIn: bigint }>`
    with unplaced as (
      select e.id, e.made_in, row_number() over (order by e.made_in, e.id) as number from api_events e
      where e.merchant_id = ${merchantId} and e.made_in >= ${sequence.placedBelow}
        and not exists (select from event_places p where p.event_ref = e.id)
      order by e.made_in, e.id limit ${chunk}
    ), placed as (
      insert into event_places (merchant_id, place, event_ref)
      select ${merchantId}, ${sequence.lastPlace}::bigint + number, id from unplaced
    )
    select made_in from unplaced order by number`.execute(tx)
  const last = placed.at(-1)?.madeIn
  if (last === undefined) return
  // Below the horizon every transaction has ended. It may be ahead of the last event, but a restored database continues
  // from its last event and not from the horizon of the dumped database.
  const placedBelow = last < sequence.horizon ? last : sequence.horizon
  await sql`
    update event_sequences set last_place = last_place + ${placed.length},
      placed_below = greatest(placed_below, ${placedBelow}::bigint)
    where merchant_id = ${merchantId}`.execute(tx)
}

/** Starts the clock that orders events, once for each start of PostgreSQL. */
export const setEventClock = (db: Db) => sql`select set_event_clock()`.execute(db)

/** Events and their deliveries are kept for a year, as the privacy policy says of technical logs. */
export const pruneEvents = (db: Db) =>
  pruneInBatches(async (most) => {
    const { rows } = await sql<{ deleted: number }>`select prune_events(${most}::integer) as deleted`.execute(db)
    return rows[0]?.deleted ?? 0
  })
