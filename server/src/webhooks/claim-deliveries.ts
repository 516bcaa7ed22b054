import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

export type ClaimedDelivery = {
  id: bigint
  lease: string
  /** Made before this one, in this round and in all of them. */
  attempts: number
  rounds: number
  endpointId: number
  merchantId: number
  tag: string
  kind: 'standard' | 'btcpay'
  url: string
  secret: string
  /** Only while it still signs. */
  previousSecret: string | null
  eventId: string
  type: string
  object: Record<string, unknown>
  eventAt: Date
}

/** An endpoint that answers may be sent this many at once; one in trouble gets a single attempt at a time. */
const atOnceWhenWell = 8
/** Longer than an attempt may take, so that nobody else sends it meanwhile. */
const leaseSeconds = 25

/**
 * Takes what is due, at most `most`, in turns: one of each endpoint before the second of any. Endpoints that answer and
 * endpoints in trouble are claimed apart, so that a thousand deliveries to a dead host hold up nobody.
 */
export const claimDeliveries = async (
  tx: Tx,
  lane: { troubled: boolean; most: number },
): Promise<ClaimedDelivery[]> => {
  const room = lane.troubled ? 1 : atOnceWhenWell
  const { rows } = await sql<ClaimedDelivery>`
    with recursive listeners (endpoint_id) as (
      (select endpoint_id from webhook_deliveries where status = 'waiting' order by endpoint_id limit 1)
      union all
      select (
        select d.endpoint_id from webhook_deliveries d
        where d.status = 'waiting' and d.endpoint_id > listeners.endpoint_id order by d.endpoint_id limit 1
      ) from listeners where listeners.endpoint_id is not null
    ),
    free as (
      select e.id, ${room}::bigint - (
        select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.leased_until > now()
      ) as room
      from listeners join webhook_endpoints e on e.id = listeners.endpoint_id
      where e.enabled and e.deleted_at is null and (e.failures > 0) = ${lane.troubled}::boolean
        and (e.paused_until is null or e.paused_until <= app_now())
    ),
    turns as (
      select due.id, row_number() over (partition by due.endpoint_id order by due.due_at, due.id) as turn
      from free cross join lateral (
        select d.id, d.endpoint_id, d.due_at from webhook_deliveries d
        where free.room > 0 and d.endpoint_id = free.id and d.status = 'waiting' and d.due_at <= app_now()
          and (d.leased_until is null or d.leased_until <= now())
        order by d.due_at, d.id limit greatest(free.room, 0)
        for update skip locked
      ) due
    ),
    picked as (select id from turns order by turn, id limit ${lane.most})
    update webhook_deliveries d
    set leased_until = now() + make_interval(secs => ${leaseSeconds}), lease = gen_random_uuid()
    from picked, webhook_endpoints e, api_events v
    where d.id = picked.id and e.id = d.endpoint_id and v.id = d.event_ref
    returning d.id, d.lease, d.attempts, d.rounds, d.endpoint_id, e.merchant_id, e.tag, e.kind, e.url, e.secret,
      case when e.previous_secret_until > app_now() then e.previous_secret end as previous_secret,
      v.event_id, v.type, v.object, v.created_at as event_at`.execute(tx)
  return rows
}
