import { randomBytes } from 'node:crypto'
import type { EventData, EventType } from '@bitquay/contract/webhook-events'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

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
  await sql`select ${eventOf(merchantId, type, object)}`.execute(tx)
}

/** The same, for the statement that makes it happen. */
export const eventOf = <T extends EventType>(merchantId: number, type: T, object: EventData<T>) =>
  sql<void>`record_event(${merchantId}, ${newEventId()}, ${type}, ${JSON.stringify(object)}::jsonb)`

export const newEventId = () => `evt_${randomBytes(16).toString('hex')}`
