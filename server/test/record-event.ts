import type { EventType } from '@bitquay/contract/webhooks.events'
import { sql } from 'kysely'
import { newEventId } from '../src/facts/table.events.ts'
import type { Tx } from '../src/platform/db/transaction.ts'

/** Records an event with any object, for tests of the delivery and not of the content. */
export const recordAnyEvent = async (
  tx: Tx,
  merchantId: number,
  type: EventType,
  object: Record<string, unknown>,
): Promise<void> => {
  await sql`select record_event(${merchantId}, ${newEventId()}, ${type}, ${JSON.stringify(object)}::jsonb)`.execute(tx)
}
