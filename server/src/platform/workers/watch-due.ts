import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type Db, writeStateOf } from '../db/connect.ts'
import { planKept } from '../db/kept-plans.ts'

type Watched = { name: string; due?: RawBuilder<unknown> }

export type DueTimes = {
  /** Calls back once at the time at which the worker's next row is due, as seen after `since`. Returns a function that forgets it. */
  onceDue: (name: string, since: number, call: () => void) => () => void
}

/** Another process may have made something due, and the clock may have been moved. */
const lookEveryMs = 1_000
/** The clock of the database's machine may have been set, which no snapshot shows. */
const lookAtAllEveryMs = 10_000
/** This process saves many things in a row. */
const afterWriteMs = 50
/** A look that fails is repeated, and meanwhile the workers run at their longest pause. */
const afterFailureMs = 5_000

/**
 * Asks for all workers together when their next rows are due, in one statement: soon after this process has saved something, and
 * when a look at the snapshot, once a second, shows that somebody has. What is due is a state of the database, so no sign of it can
 * be lost.
 */
export const watchDue = (db: Db, workers: readonly Watched[], stopping: AbortSignal): DueTimes => {
  const watched = workers.filter(({ due }) => due !== undefined)
  /** When each worker's next row is due, by our own clock, and when that was asked. */
  const known = new Map<string, { dueAt: number; askedAt: number }>()
  const waiting = new Map<string, { since: number; call: () => void; timer?: NodeJS.Timeout | undefined }>()

  const follow = (name: string) => {
    const one = waiting.get(name)
    const state = known.get(name)
    if (!one || !state || state.askedAt < one.since) return
    clearTimeout(one.timer)
    one.timer = undefined
    const inMs = state.dueAt - performance.now()
    if (inMs <= 0) one.call()
    // A later look may say otherwise.
    else if (inMs < 10 * lookEveryMs) one.timer = setTimeout(() => follow(name), Math.ceil(inMs))
  }
  let seen: { snapshot: string; at: number } | undefined
  const lookAtAll = async (askedAt: number) => {
    seen = undefined
    const { snapshot, dueIn } = await readDueTimes(db, watched)
    // The database's time is as old as its answer at most, so nothing is called late.
    for (const { name } of watched)
      known.set(name, { dueAt: askedAt + (dueIn.get(name) ?? Number.POSITIVE_INFINITY), askedAt })
    seen = { snapshot, at: askedAt }
  }
  const look = async (isNew: boolean) => {
    const askedAt = performance.now()
    const isOld = seen === undefined || askedAt - seen.at >= lookAtAllEveryMs
    if (isNew || isOld || (await readSnapshot(db)) !== seen?.snapshot) await lookAtAll(askedAt)
    else for (const state of known.values()) state.askedAt = askedAt
    for (const { name } of watched) follow(name)
  }

  let hasWritten = false
  let hurry: (() => void) | undefined
  const loop = async () => {
    while (!stopping.aborted) {
      const isNew = hasWritten
      hasWritten = false
      const isAsked = await look(isNew).then(
        () => true,
        () => false,
      )
      const pause = new AbortController()
      hurry = () => pause.abort()
      const ended = () => pause.abort()
      stopping.addEventListener('abort', ended)
      if (!hasWritten)
        await sleep(isAsked ? lookEveryMs : afterFailureMs, undefined, { signal: pause.signal }).catch(() => undefined)
      stopping.removeEventListener('abort', ended)
      if (hasWritten && !stopping.aborted)
        await sleep(afterWriteMs, undefined, { signal: stopping }).catch(() => undefined)
    }
    for (const { timer } of waiting.values()) clearTimeout(timer)
  }
  if (watched.length > 0) {
    writeStateOf(db).onWrite(() => {
      hasWritten = true
      hurry?.()
    })
    void loop()
  }

  return {
    onceDue: (name, since, call) => {
      waiting.set(name, { since, call })
      follow(name)
      return () => {
        clearTimeout(waiting.get(name)?.timer)
        waiting.delete(name)
      }
    },
  }
}

/**
 * Names what a statement can see: as long as it is the same, no transaction has ended in between, and every statement returns the same
 * rows.
 */
const readSnapshot = async (db: Db): Promise<string | undefined> => {
  const { rows } = await sql<{ snapshot: string }>`${planKept}
    select pg_current_snapshot()::text as snapshot`.execute(db)
  return rows[0]?.snapshot
}

type Due = { snapshot: string; name: string | null; ms: number | null }

/** Milliseconds until the next row of each worker is due, and the snapshot in which it was seen. */
const readDueTimes = async (db: Db, watched: readonly Watched[]) => {
  const rows = watched.map(({ name, due }) => sql`(${sql.lit(name)}, ${due})`)
  const { rows: times } = await sql<Due>`${planKept}
    select s.snapshot, name, (extract(epoch from at - app_now()) * 1000)::float8 as ms
    from (select pg_current_snapshot()::text as snapshot) s
      left join (values ${sql.join(rows)}) as t (name, at) on at is not null`.execute(db)
  const dueIn = new Map(times.flatMap(({ name, ms }) => (name === null || ms === null ? [] : [[name, ms] as const])))
  return { snapshot: times[0]?.snapshot ?? '', dueIn }
}
