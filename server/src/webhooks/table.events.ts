import { randomBytes } from 'node:crypto'
import type { EventData, EventType } from '@bitquay/contract/webhook-events'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/**
 * Writes down that something happened, in the transaction in which it happened, and puts a delivery into the outbox of
 * each endpoint that listens to it. `object` is what it happened to, as the API shows it: plain JSON, no secrets.
 */
export const recordEvent = async <T extends EventType>(
  tx: Tx,
  merchantId: number,
  type: T,
  object: EventData<T>,
): Promise<void> => {
  await sql`select record_event(${merchantId}, ${newEventId()}, ${type}, ${JSON.stringify(object)}::jsonb)`.execute(tx)
}

/** An event for the statement that makes it happen. */
export const newEvent = <T extends EventType>(type: T, object: EventData<T>) => ({ id: newEventId(), type, object })

export const newEventId = () => `evt_${randomBytes(16).toString('hex')}`
