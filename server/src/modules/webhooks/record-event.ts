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
  await sql`
    with event as (
      insert into api_events (merchant_id, event_id, type, object)
      values (${merchantId}, ${newEventId()}, ${type}, ${JSON.stringify(object)}::jsonb)
      returning id
    )
    insert into webhook_deliveries (endpoint_id, event_ref)
    select endpoint.id, event.id from event, webhook_endpoints endpoint
    where endpoint.merchant_id = ${merchantId} and endpoint.deleted_at is null and endpoint.enabled
      and endpoint.events && array[${type}, '*']
      -- BTCPay's plugins know payments of invoices only.
      and (endpoint.kind = 'standard' or ${typeof object.invoiceId === 'string'}::boolean)`.execute(tx)
}

export const newEventId = () => `evt_${randomBytes(16).toString('hex')}`
