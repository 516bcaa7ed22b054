import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { btcpayPausesSeconds, isRetriedByBtcpay, pauseAfter } from './retry-schedule.ts'
import { newEventId } from './table.events.ts'

export type Attempt = {
  durationMs: number
  requestHeaders: Record<string, string>
  requestBody: string
  answer:
    | { status: number; headers: Record<string, string>; body: string; retryAfterSeconds: number | undefined }
    | undefined
  error: string | undefined
}

export type AttemptOutcome = 'delivered' | 'tried-again-later' | 'given-up' | 'gone'

/** The most that is shown of a request or an answer. */
const mostCharacters = 16_000

/** Saves an attempt and decides what follows: done, retry after a pause, or give up. */
export const saveAttempt = async (tx: Tx, delivery: ClaimedDelivery, attempt: Attempt): Promise<AttemptOutcome> => {
  await tx
    .insertInto('webhookAttempts')
    .values({
      deliveryId: delivery.id,
      at: tx.now,
      durationMs: attempt.durationMs,
      requestHeaders: JSON.stringify(attempt.requestHeaders),
      requestBody: attempt.requestBody.slice(0, mostCharacters),
      answerStatus: attempt.answer?.status ?? null,
      answerHeaders: attempt.answer === undefined ? null : JSON.stringify(attempt.answer.headers),
      answerBody: attempt.answer?.body.slice(0, mostCharacters) ?? null,
      error: attempt.error ?? null,
    })
    .execute()
  const { outcome, pauseSeconds } = decideNext(delivery, attempt)
  await tx
    .updateTable('webhookDeliveries')
    .set({
      status: outcome === 'delivered' ? 'delivered' : outcome === 'tried-again-later' ? 'waiting' : 'failed',
      attempts: delivery.attempts + 1,
      ...(pauseSeconds === undefined
        ? {}
        : { dueAt: sql<Date>`app_now() + make_interval(secs => ${pauseSeconds}::integer)` }),
      lastStatus: attempt.answer?.status ?? null,
      lastError: attempt.error ?? null,
      lastAttemptAt: tx.now,
      ...(outcome === 'delivered' ? { deliveredAt: tx.now } : {}),
      leasedUntil: null,
      lease: null,
    })
    .where('id', '=', delivery.id)
    .where('lease', '=', delivery.lease)
    .execute()
  await followEndpoint(tx, delivery.endpointId, outcome, attempt)
  return outcome
}

/** Releases a delivery unchanged, because we stop before its answer came. */
export const releaseDelivery = (tx: Tx, delivery: Pick<ClaimedDelivery, 'id' | 'lease'>) =>
  tx
    .updateTable('webhookDeliveries')
    .set({ leasedUntil: null, lease: null })
    .where('id', '=', delivery.id)
    .where('lease', '=', delivery.lease)
    .execute()

const decideNext = (
  delivery: ClaimedDelivery,
  { answer }: Attempt,
): { outcome: AttemptOutcome; pauseSeconds?: number } => {
  if (answer && answer.status >= 200 && answer.status < 300) return { outcome: 'delivered' }
  if (answer?.status === 410) return { outcome: 'gone' }
  const pauseSeconds = pauseBefore(delivery, answer)
  return pauseSeconds === undefined ? { outcome: 'given-up' } : { outcome: 'tried-again-later', pauseSeconds }
}

/** The later events of a shop plugin wait for this one, so it is retried for an hour and not for days. */
const pauseBefore = ({ kind, attempts, automaticRedelivery }: ClaimedDelivery, answer: Attempt['answer']) => {
  if (kind === 'standard') return pauseAfter(attempts + 1, answer?.retryAfterSeconds)
  if (!automaticRedelivery || !isRetriedByBtcpay(answer?.status)) return undefined
  return pauseAfter(attempts + 1, answer?.retryAfterSeconds, btcpayPausesSeconds)
}

const followEndpoint = async (tx: Tx, id: number, outcome: AttemptOutcome, { answer }: Attempt) => {
  const endpoint = tx.updateTable('webhookEndpoints').where('id', '=', id)
  if (outcome === 'delivered') {
    await endpoint.set({ failures: 0, pausedUntil: null }).where('failures', '>', 0).execute()
  } else if (outcome === 'gone') {
    await endpoint.set({ enabled: false, disabledBecause: 'gone' }).where('enabled', '=', true).execute()
  } else {
    const waitSeconds = answer?.retryAfterSeconds === undefined ? undefined : pauseAfter(1, answer.retryAfterSeconds)
    await endpoint
      .set({
        failures: sql<number>`failures + 1`,
        // An endpoint that requests a pause does not want the next event either.
        ...(waitSeconds === undefined
          ? {}
          : { pausedUntil: sql<Date>`app_now() + make_interval(secs => ${waitSeconds}::integer)` }),
      })
      .execute()
  }
}

export type ClaimedDelivery = {
  id: bigint
  lease: string
  /** Earlier attempts, in this round and in total. */
  attempts: number
  rounds: number
  endpointId: number
  merchantId: number
  tag: string
  kind: 'standard' | 'btcpay'
  automaticRedelivery: boolean
  url: string
  secret: string
  /** Only while it still signs. */
  previousSecret: string | null
  eventId: string
  type: string
  object: Record<string, unknown>
  eventAt: Date
}

/**
 * A working endpoint may be sent this many at once. A failing one gets a single attempt at a time, and so does a shop
 * plugin, which takes the last event that it receives for the latest.
 */
const atOnceWhenWell = 8
/** Longer than an attempt may take, so that no other process sends it in the meantime. */
const leaseSeconds = 25

/**
 * Claims due deliveries, at most `most`, in turns: one of each endpoint before the second of any. Working and failing
 * endpoints are claimed separately, so that a thousand deliveries to a dead host delay nobody. For shop plugins only the
 * oldest pending delivery is claimed, also while it waits for its next attempt.
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
      select e.id, e.kind, case when e.kind = 'btcpay' then 1 else ${room}::bigint end - (
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
          and (free.kind = 'standard' or d.id = (
            select min(oldest.id) from webhook_deliveries oldest
            where oldest.endpoint_id = free.id and oldest.status = 'waiting'))
        order by d.due_at, d.id limit greatest(free.room, 0)
        for update skip locked
      ) due
    ),
    picked as (select id from turns order by turn, id limit ${lane.most})
    update webhook_deliveries d
    set leased_until = now() + make_interval(secs => ${leaseSeconds}), lease = gen_random_uuid()
    from picked, webhook_endpoints e, api_events v
    where d.id = picked.id and e.id = d.endpoint_id and v.id = d.event_ref
    returning d.id, d.lease, d.attempts, d.rounds, d.endpoint_id, e.merchant_id, e.tag, e.kind,
      e.automatic_redelivery, e.url, e.secret,
      case when e.previous_secret_until > app_now() then e.previous_secret end as previous_secret,
      v.event_id, v.type, v.object, v.created_at as event_at`.execute(tx)
  return rows
}

/** Sends one delivery again, as if it were new, under the same ID. */
export const resendDelivery = async (tx: Tx, deliveryId: bigint) => {
  await tx
    .updateTable('webhookDeliveries')
    .set({ status: 'waiting', attempts: 0, rounds: sql<number>`rounds + 1`, dueAt: tx.now })
    .where('id', '=', deliveryId)
    .where((where) => where.or([where('leasedUntil', 'is', null), where('leasedUntil', '<=', sql<Date>`now()`)]))
    .execute()
}

/**
 * Sends the events of a time range again, including those from before the endpoint was subscribed. Returns how many.
 */
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

/** Sends an event to this endpoint only. Returns the delivery. */
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

/** Attempts are kept for 30 days, and by whole months. Their partitions are created three months ahead. */
export const pruneWebhookAttempts = async (db: Db) => {
  await sql`select keep_months('webhook_attempts', 3, app_now() - interval '30 days')`.execute(db)
  await sql`delete from webhook_attempts_other where at < app_now() - interval '30 days'`.execute(db)
}
