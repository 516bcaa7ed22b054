import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

export type Change = { audience: string; topic: string }

export type ChangeFeed = {
  subscribe: (audiences: readonly string[], onChange: (change: Change) => void) => () => void
  close: () => void
}

const pollMs = 250

/**
 * Reads the changes that any server process has committed and passes them to the listeners of this process. It polls
 * the database only while someone listens. Each poll delivers what the snapshot of the previous poll could not see, so
 * that a late commit is not lost and a long transaction, in any database of the cluster, delays only its own changes.
 */
export const createChangeFeed = (db: Db, onError: (error: unknown) => void): ChangeFeed => {
  const listeners = new Set<{ audiences: ReadonlySet<string>; onChange: (change: Change) => void }>()
  let running = false
  let closed = false

  const run = async () => {
    running = true
    let seen: string | undefined
    while (!closed && listeners.size > 0) {
      try {
        const { snapshot, changes } = await readChanges(db, seen)
        seen = snapshot
        for (const change of changes) {
          for (const listener of listeners) if (listener.audiences.has(change.audience)) listener.onChange(change)
        }
      } catch (error) {
        onError(error)
      }
      await sleep(pollMs)
    }
    running = false
  }

  return {
    subscribe: (audiences, onChange) => {
      const listener = { audiences: new Set(audiences), onChange }
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

/** A row that the last snapshot could not see was created later or by a transaction that was still running then. */
const readChanges = async (db: Db, seen: string | undefined) => {
  const { rows } = await sql<{ snapshot: string; audience: string | null; topic: string | null }>`
    select pg_current_snapshot()::text as snapshot, c.audience, c.topic
    from (select 1) always left join changes c
      on c.made_in >= pg_snapshot_xmax(${seen ?? null}::pg_snapshot)
        or c.made_in = any (array(select pg_snapshot_xip(${seen ?? null}::pg_snapshot)))
    order by c.id`.execute(db)
  const changes = rows.flatMap(({ audience, topic }) => (audience && topic ? [{ audience, topic }] : []))
  return { snapshot: rows[0]?.snapshot, changes }
}
