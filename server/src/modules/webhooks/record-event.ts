import { randomBytes } from 'node:crypto'
import type { EventType } from '@bitquay/contract/webhooks'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/**
 * Writes down that something happened, in the transaction in which it happened, and puts a delivery into the outbox of
 * each endpoint that listens to it. `object` is what it happened to, as the API shows it: plain JSON, no secrets.
 */
export const recordEvent = async (
  tx: Tx,
  merchantId: number,
  type: EventType,
  object: Record<string, unknown>,
): Promise<void> => {
  await sql`select ${eventOf(merchantId, type, object)}`.execute(tx)
}

/** The same, for the statement that makes it happen. */
export const eventOf = (merchantId: number, type: EventType, object: Record<string, unknown>) =>
  sql<void>`record_event(${merchantId}, ${newEventId()}, ${type}, ${JSON.stringify(object)}::jsonb)`

export const newEventId = () => `evt_${randomBytes(16).toString('hex')}`
