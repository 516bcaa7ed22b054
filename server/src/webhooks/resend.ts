import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import { newEventId } from './table.events.ts'

/** Sends one delivery again from now on, as if it were new, under the same id. */
export const resendDelivery = async (tx: Tx, deliveryId: bigint) => {
  await tx
    .updateTable('webhookDeliveries')
    .set({ status: 'waiting', attempts: 0, rounds: sql<number>`rounds + 1`, dueAt: tx.now })
    .where('id', '=', deliveryId)
    .where((where) => where.or([where('leasedUntil', 'is', null), where('leasedUntil', '<=', sql<Date>`now()`)]))
    .execute()
}

/** Sends what happened in a range of time, also what happened while nobody listened. Answers how many. */
export const resendRange = async (
  tx: Tx,
  endpoint: { id: number; merchantId: number },
  range: { from: Date; to: Date; delivered: boolean },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into webhook_deliveries as d (endpoint_id, event_ref)
    select e.id, v.id from webhook_endpoints e join api_events v
      on v.merchant_id = e.merchant_id and v.created_at between ${range.from} and ${range.to}
    where e.id = ${endpoint.id} and e.merchant_id = ${endpoint.merchantId} and e.events && array[v.type, '*']
      and v.type <> 'ping' and (e.kind = 'standard' or v.object ->> 'invoiceId' is not null)
    order by v.id
    on conflict (endpoint_id, event_ref) do update
      set status = 'waiting', attempts = 0, rounds = d.rounds + 1, due_at = app_now()
      where (${range.delivered}::boolean or d.status <> 'delivered') and (d.leased_until is null or d.leased_until <= now())`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

/** An event that only this endpoint hears of. Answers the delivery. */
export const sendPing = async (tx: Tx, endpoint: { id: number; merchantId: number }): Promise<bigint> => {
  const { rows } = await sql<{ id: bigint }>`
    with event as (
      insert into api_events (merchant_id, event_id, type, object)
      values (${endpoint.merchantId}, ${newEventId()}, 'ping', ${JSON.stringify({ endpointId: endpoint.id })}::jsonb)
      returning id
    )
    insert into webhook_deliveries (endpoint_id, event_ref) select ${endpoint.id}, id from event returning id`.execute(
    tx,
  )
  const [delivery] = rows
  if (!delivery) throw new Error('the delivery was not written')
  return delivery.id
}
