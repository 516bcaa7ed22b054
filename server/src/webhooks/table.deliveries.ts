import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { btcpayPausesSeconds, isRetriedByBtcpay, pauseAfter } from './retry-schedule.ts'
import { keepBodies } from './table.bodies.ts'

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

/** The most that is kept of a request or an answer. A shop plugin's request is always shorter. */
const mostCharacters = 64_000

/** Saves an attempt and decides what follows: done, retry after a pause, or give up. */
export const saveAttempt = async (tx: Tx, delivery: ClaimedDelivery, attempt: Attempt): Promise<AttemptOutcome> => {
  const kept = {
    requestHeaders: JSON.stringify(attempt.requestHeaders),
    requestBody: attempt.requestBody.slice(0, mostCharacters),
    answerHeaders: attempt.answer === undefined ? null : JSON.stringify(attempt.answer.headers),
    answerBody: attempt.answer?.body.slice(0, mostCharacters) ?? null,
  }
  const { id } = await tx
    .insertInto('webhookAttempts')
    .values({
      deliveryId: delivery.id,
      at: tx.now,
      durationMs: attempt.durationMs,
      answerStatus: attempt.answer?.status ?? null,
      error: attempt.error ?? null,
      ...kept,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { endpointId, merchantId } = delivery
  const bytes = Object.values(kept).reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
  await keepBodies(tx, { id, at: tx.now, endpointId, merchantId, bytes })
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
  await countQuickAnswer(tx, delivery, attempt)
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

/** As BTCPay does, an event for a shop plugin is retried for an hour and not for days. */
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
    // An endpoint that requests a pause does not want the next event either.
    const waitSeconds =
      answer?.retryAfterSeconds === undefined ? null : (pauseAfter(1, answer.retryAfterSeconds) ?? null)
    await endpoint
      .set({
        failures: sql<number>`failures + 1`,
        pausedUntil: sql<Date | null>`greatest(paused_until, app_now() + make_interval(secs => coalesce(
          ${waitSeconds}::integer, case when webhook_lane(failures + 1, 0) = 'failing' then ${probeSeconds}::integer end)))`,
      })
      .execute()
  }
}

/** Between attempts at an endpoint that fails. The first that succeeds lets all others go. */
const probeSeconds = 10

/** An endpoint that has answered quickly this many times in a row leaves the slow lane (`webhook_lane` in SQL). */
const quickAnswersToLeave = 3
const quickMs = 2_000

const countQuickAnswer = async (tx: Tx, { endpointId, quickAnswers }: ClaimedDelivery, attempt: Attempt) => {
  const endpoint = tx.updateTable('webhookEndpoints').where('id', '=', endpointId)
  if (attempt.durationMs > quickMs) {
    await endpoint.set({ quickAnswers: 0 }).where('quickAnswers', '>', 0).execute()
  } else if (attempt.answer && quickAnswers < quickAnswersToLeave) {
    await endpoint.set({ quickAnswers: sql<number>`least(quick_answers + 1, ${quickAnswersToLeave})` }).execute()
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
  quickAnswers: number
  eventId: string
  type: string
  object: Record<string, unknown>
  eventAt: Date
}

/**
 * A quick endpoint may be sent several at once, each about another invoice, because receivers take the last event about one
 * for the latest. A slow or failing endpoint gets a single attempt at a time. In the slow lane, where new endpoints begin,
 * some places are kept free for merchants that have nothing under way.
 */
const lanes = {
  quick: { atOnce: 5, keptFree: 0 },
  slow: { atOnce: 1, keptFree: 16 },
  failing: { atOnce: 1, keptFree: 0 },
} as const
export type LaneName = keyof typeof lanes

/** Longer than an attempt may take, so that no other process sends it in the meantime. */
const leaseSeconds = 25

/**
 * When the next delivery is due. Like `claim_webhooks` it goes from endpoint to endpoint, because a dead one may have thousands
 * waiting.
 */
export const deliveriesDueAt = sql`(
  with recursive listeners (endpoint_id) as (
    (select endpoint_id from webhook_deliveries where status = 'waiting' order by endpoint_id limit 1)
    union all
    select (
      select d.endpoint_id from webhook_deliveries d
      where d.status = 'waiting' and d.endpoint_id > l.endpoint_id order by d.endpoint_id limit 1
    ) from listeners l where l.endpoint_id is not null
  )
  select min(greatest(e.paused_until, (
    select d.due_at from webhook_deliveries d
    where d.endpoint_id = e.id and d.status = 'waiting' order by d.due_at, d.id limit 1)))
  from listeners l join webhook_endpoints e on e.id = l.endpoint_id where e.enabled and e.deleted_at is null)`

/**
 * Claims due deliveries, at most `most`, in one round trip. Each lane is claimed separately, so that a thousand deliveries
 * to a slow or dead host delay nobody.
 */
export const claimDeliveries = async (
  db: Db,
  { lane, most }: { lane: LaneName; most: number },
): Promise<ClaimedDelivery[]> => {
  const { atOnce, keptFree } = lanes[lane]
  const { rows } = await sql<ClaimedDelivery>`
    select * from claim_webhooks(${lane}, ${atOnce}, ${keptFree}, ${most}, ${leaseSeconds})`.execute(db)
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

/** The most events that wait for an endpoint because they were sent again. */
export const mostWaiting = 10_000

/**
 * Sends the events of a time range again, including those from before the endpoint was subscribed, the oldest ones first
 * and at most as many as may wait. Events that wait for their first attempt are left alone. Returns how many.
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
      left join webhook_deliveries b on b.endpoint_id = e.id and b.event_ref = v.id
    where e.id = ${endpoint.id} and e.merchant_id = ${endpoint.merchantId} and e.events && array[v.type, '*']
      and v.type <> 'ping' and (e.kind = 'standard' or v.object ->> 'invoiceId' is not null)
      and (b.id is null or (${range.delivered}::boolean or b.status <> 'delivered')
        and not (b.status = 'waiting' and b.attempts = 0) and (b.leased_until is null or b.leased_until <= now()))
    order by v.id
    limit ${mostWaiting} - (select count(*) from (
      select from webhook_deliveries w where w.endpoint_id = ${endpoint.id} and w.status = 'waiting' limit ${mostWaiting}) waiting)
    on conflict (endpoint_id, event_ref) do update
      set status = 'waiting', attempts = 0, rounds = d.rounds + 1, due_at = app_now(), order_group = excluded.order_group
      where d.leased_until is null or d.leased_until <= now()`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Sends an event to this endpoint only. Returns the delivery. */
export const addDelivery = async (tx: Tx, endpointId: number, eventRef: bigint): Promise<bigint> => {
  const { id } = await tx
    .insertInto('webhookDeliveries')
    .values({ endpointId, eventRef })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Attempts are kept for 30 days, and by whole months. Their partitions are created three months ahead. */
export const pruneWebhookAttempts = async (db: Db) => {
  await sql`select keep_months('webhook_attempts', 3, app_now() - interval '30 days')`.execute(db)
  await sql`delete from webhook_attempts_other where at < app_now() - interval '30 days'`.execute(db)
}
