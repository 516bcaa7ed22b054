import { setMaxListeners } from 'node:events'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/**
 * Work that is repeated at an interval. Every run claims its items in the database, so that any number of processes may
 * run the same worker. `run` returns whether there may be more to do at once.
 */
export type Worker = {
  name: string
  everyMs: number
  run: (signal: AbortSignal) => Promise<boolean>
  /** Waits for what a run left in progress. */
  end?: () => Promise<void>
}

export type Workers = {
  /** Runs a worker now instead of at its next interval. */
  wake: (name: string) => void
  stop: () => Promise<void>
}

const longestPauseMs = 60_000

export const runWorkers = (
  db: Db,
  workers: readonly Worker[],
  onError: (worker: string, error: unknown) => void,
): Workers => {
  const end = new AbortController()
  // Every worker listens to this signal, and so does every request in progress.
  setMaxListeners(0, end.signal)
  const wakes = new Map<string, () => void>()

  const loop = async (worker: Worker) => {
    let failures = 0
    while (!end.signal.aborted) {
      let more = false
      try {
        await beat(db, worker.name)
        more = await worker.run(end.signal)
        await beat(db, worker.name, 'succeeded')
        failures = 0
      } catch (error) {
        if (end.signal.aborted) return
        failures += 1
        onError(worker.name, error)
        await beat(db, worker.name, 'failed', error).catch(() => undefined)
      }
      const pauseMs = more ? 0 : Math.min(longestPauseMs, worker.everyMs * 2 ** Math.min(failures, 6))
      if (!end.signal.aborted) await pause(pauseMs, end.signal, (wake) => wakes.set(worker.name, wake))
    }
  }
  const loops = workers.map(loop)

  return {
    wake: (name) => wakes.get(name)?.(),
    stop: async () => {
      end.abort()
      await Promise.all(loops)
      await Promise.all(workers.map(async ({ end: finish }) => finish?.()))
    },
  }
}

const pause = (ms: number, signal: AbortSignal, offerWake: (wake: () => void) => void) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    offerWake(done)
  })

const beat = async (db: Db, name: string, outcome?: 'succeeded' | 'failed', error?: unknown) => {
  if (!outcome) {
    await sql`insert into worker_beats (name, started_at) values (${name}, now())
      on conflict (name) do update set started_at = now()`.execute(db)
  } else if (outcome === 'succeeded') {
    await sql`update worker_beats set succeeded_at = now(), failures = 0 where name = ${name}`.execute(db)
  } else {
    await sql`update worker_beats set failed_at = now(), failures = failures + 1,
      last_error = ${String(error).slice(0, 500)} where name = ${name}`.execute(db)
  }
}
