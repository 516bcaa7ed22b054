import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { type RawBuilder, sql } from 'kysely'
import { type Db, writeStateOf } from '../db/connect.ts'
import { isReadOnlyError } from '../db/write-state.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { runInContext } from '../request-context.ts'
import { graceMs } from './wait-at-most.ts'
import { watchDue } from './watch-due.ts'

/**
 * Work that is repeated at an interval. Every run claims its items in the database, so that any number of processes may
 * run the same worker. `run` returns whether there may be more to do at once.
 */
export type Worker = {
  name: string
  everyMs: number
  run: (signal: AbortSignal) => Promise<boolean>
  /**
   * SQL for the time at which its next row is due, null without one. The worker rests until then, so it must come from an index and
   * never be later than what a run would find. It is asked again only after something was saved: only what is saved may decide.
   */
  due?: RawBuilder<unknown>
  /** Waits for what a run left in progress, however long it takes. */
  finish?: () => Promise<void>
  /** Waits a moment for what a run left in progress, then ends it. */
  end?: () => Promise<void>
}

export type Workers = {
  /** Runs a worker now instead of at its next interval. */
  wake: (name: string) => void
  /** Begins nothing new, lets running work finish for a moment, and then aborts it. */
  stop: () => Promise<void>
}

/** A failed run is repeated after a pause that grows to this. A worker with a longer interval doesn't wait for it. */
const longestRetryMs = 60_000
/** A worker that waits for its next row runs at least this often, in case its `due` is wrong. */
const longestRestMs = 60_000
/** Workers say together that they run well, and not each time. */
const beatEveryMs = 30_000
const longRunMs = 10_000
/** How often a worker looks whether a read-only database takes changes again. */
const readOnlyPauseMs = 1_000

export const runWorkers = (
  db: Db,
  workers: readonly Worker[],
  onError: (worker: string, error: unknown, requestId: string) => void,
  metrics?: Pick<Metrics, 'countWorkerRun'>,
): Workers => {
  const stopping = new AbortController()
  const end = new AbortController()
  // Every worker listens to this signal, and so does every request in progress.
  setMaxListeners(0, stopping.signal, end.signal)
  const wakes = new Map<string, () => void>()
  const wokenWhileRunning = new Set<string>()
  const writes = writeStateOf(db)
  const due = watchDue(db, workers, stopping.signal)
  const beats = gatherBeats(db)
  /** Whether the worker was woken. */
  const pauseUntilWoken = async ({ name }: Worker, ms: number) => {
    if (wokenWhileRunning.delete(name)) return true
    const isWoken = await pause(ms, stopping.signal, (wake) => wakes.set(name, wake))
    wakes.delete(name)
    return isWoken
  }
  const rest = async (worker: Worker, since: number) => {
    if ((await pauseUntilWoken(worker, worker.everyMs)) || !worker.due || stopping.signal.aborted) return
    const pausing = pauseUntilWoken(worker, Math.max(0, longestRestMs - worker.everyMs))
    const forget = due.onceDue(worker.name, since, () => wakes.get(worker.name)?.())
    await pausing
    forget()
  }

  const loop = async (worker: Worker) => {
    let failures = 0
    while (!stopping.signal.aborted) {
      // All its work is saved, and what can't be saved must not happen.
      if (await writes.check()) {
        await pauseUntilWoken(worker, readOnlyPauseMs)
        continue
      }
      let more = false
      const requestId = randomUUID()
      const startedAt = performance.now()
      const count = (outcome: 'succeeded' | 'failed') =>
        metrics?.countWorkerRun({ worker: worker.name, outcome, seconds: (performance.now() - startedAt) / 1000 })
      try {
        const run = () => runInContext({ requestId, worker: worker.name }, () => worker.run(end.signal))
        const ran = await runWithBeat(beats, worker.name, startedAt, run)
        more = ran.more
        await beats.succeeded(worker.name, startedAt, ran.isLong || failures > 0)
        failures = 0
        count('succeeded')
      } catch (error) {
        if (end.signal.aborted) return
        if (isReadOnlyError(error)) continue
        failures += 1
        count('failed')
        onError(worker.name, error, requestId)
        await beats.failed(worker.name, startedAt, error).catch(() => undefined)
      }
      if (stopping.signal.aborted) return
      if (more) await pauseUntilWoken(worker, 0)
      else if (failures > 0) await pauseUntilWoken(worker, pauseAfter(failures, worker.everyMs))
      else await rest(worker, startedAt)
    }
  }
  const loops = workers.map(loop)

  return {
    wake: (name) => {
      const wake = wakes.get(name)
      if (wake) wake()
      else if (workers.some((worker) => worker.name === name)) wokenWhileRunning.add(name)
    },
    stop: async () => {
      stopping.abort()
      const limit = setTimeout(() => end.abort(), graceMs)
      await Promise.all(loops)
      clearTimeout(limit)
      await Promise.all(workers.map(async ({ end: finish }) => finish?.()))
      end.abort()
    },
  }
}

const pauseAfter = (failures: number, everyMs: number) => Math.min(longestRetryMs, everyMs * 2 ** Math.min(failures, 6))

/** Returns whether it was woken. */
const pause = (ms: number, signal: AbortSignal, offerWake: (wake: () => void) => void) =>
  new Promise<boolean>((resolve) => {
    const end = (isWoken: boolean) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      resolve(isWoken)
    }
    const stop = () => end(false)
    const timer = setTimeout(stop, ms)
    signal.addEventListener('abort', stop)
    offerWake(() => end(true))
  })

/** Saves that it began only if it takes long, so that one that hangs is noticed. */
const runWithBeat = async (beats: Beats, name: string, startedAt: number, run: () => Promise<boolean>) => {
  let begun: Promise<void> | undefined
  const timer = setTimeout(() => {
    begun = beats.began(name, startedAt).catch(() => undefined)
  }, longRunMs)
  const more = await run().finally(() => clearTimeout(timer))
  await begun
  return { more, isLong: begun !== undefined }
}

type Beats = {
  began: (name: string, startedAt: number) => Promise<void>
  failed: (name: string, startedAt: number, error: unknown) => Promise<void>
  /** Saved with those of other workers, at once the first time or if asked. */
  succeeded: (name: string, startedAt: number, atOnce: boolean) => Promise<void>
}

const gatherBeats = (db: Db): Beats => {
  const known = new Set<string>()
  const unsaved = new Map<string, Beat>()
  let savedAt = Number.NEGATIVE_INFINITY
  const save = async () => {
    const beats = [...unsaved.values()]
    unsaved.clear()
    savedAt = performance.now()
    await saveBeats(db, beats)
    for (const { name } of beats) known.add(name)
  }
  /** What it did before says less, and must not be saved after it. */
  const saveAlone = async (beat: Beat) => {
    unsaved.delete(beat.name)
    await saveBeats(db, [beat])
  }
  return {
    began: (name, startedAt) => saveAlone({ name, startedAt }),
    failed: (name, startedAt, error) =>
      saveAlone({ name, startedAt, endedAt: performance.now(), error: String(error).slice(0, 500) }),
    succeeded: async (name, startedAt, atOnce) => {
      unsaved.set(name, { name, startedAt, endedAt: performance.now() })
      if (atOnce || !known.has(name) || performance.now() - savedAt >= beatEveryMs) await save()
    },
  }
}

/** When a run began, and how it ended if it did. */
type Beat = { name: string; startedAt: number; endedAt?: number; error?: string }

const saveBeats = async (db: Db, beats: readonly Beat[]) => {
  const now = performance.now()
  const rows = beats.map(({ name, startedAt, endedAt, error }) => ({
    name,
    began: (now - startedAt) / 1000,
    ended: endedAt === undefined ? null : (now - endedAt) / 1000,
    error: error ?? null,
  }))
  await sql`
    insert into worker_beats as b (name, started_at, succeeded_at, failed_at, failures, last_error)
    select name, now() - make_interval(secs => began), case when error is null then now() - make_interval(secs => ended) end,
      case when error is not null then now() - make_interval(secs => ended) end, (error is not null)::int, error
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (name text, began float8, ended float8, error text)
    -- Servers that save theirs at the same time wait for each other in one order.
    order by name
    on conflict (name) do update set started_at = excluded.started_at,
      succeeded_at = coalesce(excluded.succeeded_at, b.succeeded_at), failed_at = coalesce(excluded.failed_at, b.failed_at),
      failures = case when excluded.succeeded_at is not null then 0 else b.failures + excluded.failures end,
      last_error = coalesce(excluded.last_error, b.last_error)`.execute(db)
}
