import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Sealer } from '../crypto/seal.ts'
import type { Db } from '../db/connect.ts'
import { toApiError } from '../db/constraints.ts'
import { createKeyedMutex } from '../keyed-mutex.ts'
import { ApiError } from './api-error.ts'

/** An answer as it is sent. */
export type Sent = { status: number; body: string }

/** The owner of the key, the key, and hashes of everything that was requested. */
export type OnceOnly = {
  scope: string
  key: string
  /** The first is stored with a new key. Any of them recognizes a repeat. */
  inputHashes: [Buffer, ...Buffer[]]
  /** The effect stores the key too: interrupted work may run again and finds what exists. */
  isCarried: boolean
  /** The answer contains a secret that is shown only once. */
  isSecret: boolean
}

type Answers = { db: Db; sealer: Sealer }

/** An answer that is saved by the statement that saves the effect, so that neither is there without the other. */
export type JoinedAnswer = {
  /** An update of the row of the key, if it has no answer yet. More conditions may follow. */
  statement: RawBuilder<unknown>
  /** To be called once the update is committed and has changed the row. */
  markSaved: () => void
}

/** Answers a request once. Every repeat gets the same bytes. The work may save its answer together with its effect. */
export type AnswerOnce = (
  request: OnceOnly,
  work: (join: (answer: Sent) => JoinedAnswer) => Promise<Sent>,
) => Promise<Sent & { replayed: boolean }>

const leaseSeconds = 15
const renewMs = 5_000
const firstPauseMs = 100
const longestPauseMs = 1_000
const waitLimitMs = 40_000

/**
 * The key is stored before the work begins, and only the holder of its lease works. The lease of a dead process
 * expires. If the effect stores the key, the next repeat does the work again. Otherwise nobody knows how far it got,
 * and the repeat says so.
 */
export const createAnswerOnce = (db: Db, sealer: Sealer): AnswerOnce => {
  const inTurn = createKeyedMutex()
  return async (request, work) => {
    const answers = { db, sealer }
    const waitsUntil = Date.now() + waitLimitMs
    if (await claim(db, request)) return workAndSave(answers, request, work)
    // One of many repeats asks the database. It would otherwise have time for nothing else.
    const found =
      (await findAnswer(answers, request)) ??
      (await inTurn(`${request.scope} ${request.key}`, () => waitForAnswer(answers, request, waitsUntil)))
    return found === 'claimed' ? workAndSave(answers, request, work) : { ...found, replayed: true }
  }
}

const waitForAnswer = async (answers: Answers, request: OnceOnly, waitsUntil: number) => {
  for (let pauseMs = firstPauseMs; Date.now() < waitsUntil; pauseMs = Math.min(1.5 * pauseMs, longestPauseMs)) {
    const answer = await findAnswer(answers, request)
    if (answer) return answer
    if (await claim(answers.db, request)) return 'claimed'
    await sleep(pauseMs)
  }
  throw new ApiError('request-in-progress', { retryAfterSeconds: leaseSeconds })
}

/** Claims a new key, or one whose holder is gone. */
const claim = async (db: Db, { scope, key, inputHashes, isCarried }: OnceOnly) => {
  const { rows } = await sql`
    insert into idempotency_keys as k (scope, key, input_hash, leased_until)
    values (${scope}, ${key}, ${inputHashes[0]}, now() + make_interval(secs => ${leaseSeconds}))
    on conflict (scope, key) do update set leased_until = excluded.leased_until
      where ${isCarried} and k.answer_status is null and k.input_hash = any(${inputHashes}) and k.leased_until <= now()
    returning 1`.execute(db)
  return rows.length > 0
}

const findAnswer = async ({ db, sealer }: Answers, request: OnceOnly): Promise<Sent | undefined> => {
  const { scope, key, inputHashes } = request
  const row = await db
    .selectFrom('idempotencyKeys')
    .select(['inputHash', 'answerStatus', 'answerBody', sql<boolean>`leased_until <= now()`.as('isCutOff')])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  // A refusal has just freed the key.
  if (!row) return undefined
  if (!inputHashes.some((hash) => row.inputHash.equals(hash))) throw new ApiError('idempotency-key-reused')
  if (row.answerStatus === null) {
    if (row.isCutOff && !request.isCarried) throw new ApiError('outcome-unknown')
    return undefined
  }
  if (row.answerBody === null) throw new ApiError('answer-not-kept')
  // Answers stored before they were sealed are JSON.
  const isSealed = row.answerBody.startsWith('v1.')
  return {
    status: row.answerStatus,
    body: isSealed ? sealer.open(row.answerBody, identityOf(request)) : row.answerBody,
  }
}

const workAndSave = async (answers: Answers, request: OnceOnly, work: Parameters<AnswerOnce>[1]) => {
  const setLease = (seconds: number) =>
    answers.db
      .updateTable('idempotencyKeys')
      .set({ leasedUntil: sql<Date>`now() + make_interval(secs => ${seconds})` })
      .where('scope', '=', request.scope)
      .where('key', '=', request.key)
      .where('answerStatus', 'is', null)
      .execute()
  // A failed renewal only allows a second worker, whom the effect's own key stops.
  const renewal = setInterval(() => void setLease(leaseSeconds).catch(() => undefined), renewMs)
  let joined: Sent | undefined
  const join = (answer: Sent): JoinedAnswer => ({
    statement: saving(answers, request, answer),
    markSaved: () => {
      joined = answer
    },
  })
  try {
    const answer = await work(join)
    if (joined && joined.status === answer.status && joined.body === answer.body) return { ...answer, replayed: false }
    return await save(answers, request, answer)
  } catch (error) {
    await releaseKey(answers.db, request, error, setLease).catch(() => undefined)
    throw error
  } finally {
    clearInterval(renewal)
  }
}

/** Work that can run again needs no wait. A refusal had no effect. For everything else the outcome is unknown. */
const releaseKey = (
  db: Db,
  { scope, key, isCarried }: OnceOnly,
  error: unknown,
  setLease: (seconds: number) => Promise<unknown>,
) =>
  isCarried || !isRefusal(error)
    ? setLease(0)
    : db
        .deleteFrom('idempotencyKeys')
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('answerStatus', 'is', null)
        .execute()

const isRefusal = (error: unknown) => error instanceof ApiError || (toApiError(error)?.status ?? 500) < 500

/** The first saved answer is sent to everyone. It may contain a secret, such as the claim link of a refund. */
const saving = ({ sealer }: Pick<Answers, 'sealer'>, request: OnceOnly, { status, body }: Sent) => sql`
  update idempotency_keys
  set answer_status = ${status}, answer_body = ${request.isSecret ? null : sealer.seal(body, identityOf(request))}
  where scope = ${request.scope} and key = ${request.key} and answer_status is null`

const save = async (answers: Answers, request: OnceOnly, answer: Sent) => {
  const { rows } = await sql`${saving(answers, request, answer)} returning key`.execute(answers.db)
  if (rows.length > 0) return { ...answer, replayed: false }
  const first = await findAnswer(answers, request)
  if (!first) throw new Error('an answer was neither saved nor there')
  return { ...first, replayed: true }
}

const identityOf = ({ scope, key }: OnceOnly) => `answer:${scope}:${key}`
