import type pg from 'pg'
import { type DatabasePosition, placeColumns, readPlace } from './database-position.ts'

/** A database that can be read only. Its figures are from `asOf`. */
export type ReadOnly = { since: Date; asOf: Date }

/**
 * Whether a database takes changes, as this process saw it last. A primary that failed over leaves a server with a standby or
 * with a database that an operator made read-only: pages are still shown then, and nothing is tried that would write.
 */
export type WriteState = {
  /** What a statement has shown. */
  note: (isReadOnly: boolean) => void
  /** What is known, without asking. */
  current: () => ReadOnly | undefined
  /** Asks the database if nobody did lately. What can't be asked stays as it was. */
  check: () => Promise<ReadOnly | undefined>
  /** Called when it changes. */
  onChange: (listener: (readOnly: ReadOnly | undefined) => void) => void
  /** A transaction of this process has saved something. */
  noteWrite: () => void
  onWrite: (listener: () => void) => void
}

/** "cannot execute … in a read-only transaction" */
const readOnlyCode = '25006'

export const isReadOnlyError = (error: unknown): boolean =>
  (error as { code?: string } | undefined)?.code === readOnlyCode

/** As long as a page that polls waits at least. */
const knownForMs = 1_000

export const createWriteState = (pool: pg.Pool, position: DatabasePosition | undefined): WriteState => {
  let readOnly: ReadOnly | undefined
  let notedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  const listeners: ((readOnly: ReadOnly | undefined) => void)[] = []
  const writeListeners: (() => void)[] = []

  const set = (next: ReadOnly | undefined) => {
    const isChange = (readOnly === undefined) !== (next === undefined)
    readOnly = next
    if (isChange) for (const listener of listeners) listener(next)
  }
  const note = (isReadOnly: boolean, asOf?: Date | null) => {
    notedAt = performance.now()
    if (!isReadOnly) return set(undefined)
    const since = readOnly?.since ?? new Date()
    set({ since, asOf: asOf ?? readOnly?.asOf ?? since })
  }
  const ask = async () => {
    const client = await pool.connect()
    let isReadOnly = true
    try {
      const { rows } = await client.query<{
        isReadOnly: boolean
        replayedAt: Date | null
        timeline: string | null
        lsn: string | null
      }>(
        `select current_setting('transaction_read_only') = 'on' as "isReadOnly", ${placeColumns},
           case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() end as "replayedAt"`,
      )
      const isOld = (readPlace(rows[0])?.timeline ?? Number.MAX_SAFE_INTEGER) < (position?.known()?.timeline ?? 0)
      isReadOnly = isOld || (rows[0]?.isReadOnly ?? true)
      note(isReadOnly, rows[0]?.replayedAt)
    } finally {
      // A session keeps the setting that it began with, and a new one may reach the primary.
      client.release(isReadOnly)
    }
  }
  return {
    note,
    current: () => readOnly,
    check: async () => {
      if (performance.now() - notedAt < knownForMs) return readOnly
      asking ??= ask()
        .catch(() => undefined)
        .finally(() => {
          asking = undefined
        })
      await asking
      return readOnly
    },
    onChange: (listener) => void listeners.push(listener),
    noteWrite: () => {
      for (const listener of writeListeners) listener()
    },
    onWrite: (listener) => void writeListeners.push(listener),
  }
}
