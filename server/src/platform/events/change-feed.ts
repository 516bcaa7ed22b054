import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

export type Change = { audience: string; topic: string }

export type ChangeFeed = {
  subscribe: (audiences: readonly string[], hear: (change: Change) => void) => () => void
  close: () => void
}

const pollMs = 250

/**
 * Reads the changes that any server process has committed and hands them to this one's listeners. It asks the database
 * only while someone listens. A row is read when every transaction older than its own has ended, so none is passed over.
 */
export const createChangeFeed = (db: Db, onError: (error: unknown) => void): ChangeFeed => {
  const listeners = new Set<{ audiences: ReadonlySet<string>; hear: (change: Change) => void }>()
  let running = false
  let closed = false

  const run = async () => {
    running = true
    let horizon: string | undefined
    while (!closed && listeners.size > 0) {
      try {
        const { next, changes } = await readChanges(db, horizon)
        horizon = next
        for (const change of changes) {
          for (const listener of listeners) if (listener.audiences.has(change.audience)) listener.hear(change)
        }
      } catch (error) {
        onError(error)
      }
      await sleep(pollMs)
    }
    running = false
  }

  return {
    subscribe: (audiences, hear) => {
      const listener = { audiences: new Set(audiences), hear }
      listeners.add(listener)
      if (!running) void run()
      return () => listeners.delete(listener)
    },
    close: () => {
      closed = true
      listeners.clear()
    },
  }
}

const readChanges = async (db: Db, from: string | undefined) => {
  const { rows } = await sql<{ horizon: string; audience: string | null; topic: string | null }>`
    with now_visible as (select pg_snapshot_xmin(pg_current_snapshot()) as horizon)
    select now_visible.horizon::text as horizon, changes.audience, changes.topic
    from now_visible left join changes
      on changes.made_in >= ${from ?? null}::xid8 and changes.made_in < now_visible.horizon
    order by changes.id`.execute(db)
  const changes = rows.flatMap(({ audience, topic }) => (audience && topic ? [{ audience, topic }] : []))
  return { next: rows[0]?.horizon, changes }
}
