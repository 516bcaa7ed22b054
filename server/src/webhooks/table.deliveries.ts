import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { pauseAfter } from './retry-schedule.ts'

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

/** What people read of a request or an answer. */
const mostCharacters = 16_000

/** Writes an attempt down and decides what follows: done, again after a pause, never again. */
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
  const { outcome, pauseSeconds } = judge(delivery, attempt)
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

/** Gives a delivery back as it was: we stop before its answer came. */
export const releaseDelivery = (tx: Tx, delivery: Pick<ClaimedDelivery, 'id' | 'lease'>) =>
  tx
    .updateTable('webhookDeliveries')
    .set({ leasedUntil: null, lease: null })
    .where('id', '=', delivery.id)
    .where('lease', '=', delivery.lease)
    .execute()

const judge = (
  { attempts }: ClaimedDelivery,
  { answer }: Attempt,
): { outcome: AttemptOutcome; pauseSeconds?: number } => {
  if (answer && answer.status >= 200 && answer.status < 300) return { outcome: 'delivered' }
  if (answer?.status === 410) return { outcome: 'gone' }
  const pauseSeconds = pauseAfter(attempts + 1, answer?.retryAfterSeconds)
  return pauseSeconds === undefined ? { outcome: 'given-up' } : { outcome: 'tried-again-later', pauseSeconds }
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
        // Who asks for a pause does not want the next event either.
        ...(waitSeconds === undefined
          ? {}
          : { pausedUntil: sql<Date>`app_now() + make_interval(secs => ${waitSeconds}::integer)` }),
      })
      .execute()
  }
}
