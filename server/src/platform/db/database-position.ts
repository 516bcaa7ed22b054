import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { hashRestoreCode, newRestoreCode } from '../crypto/restore-code.ts'

/**
 * The last commit that a server knows to be saved: its transaction, and a place in the log that all before it is below. `at` is by
 * the platform's clock, `savedAt` by the world's.
 */
type Commit = { lsn: bigint; xid: bigint; at: Date; savedAt: Date }
type Position = { systemId: string; timeline: number; commit: Commit | undefined }

/** Where a primary is. A standby has no place of its own. */
type Place = { timeline: number; lsn: bigint }

/** Remembers how far the database was, and finds out when it is another one now. */
export type DatabasePosition = {
  /** What was known before a question is asked, to compare its answer with. */
  known: () => Position | undefined
  /** Whether a database at this place may lack what was known then. */
  isSuspect: (place: Place, known: Position | undefined) => boolean
  /**
   * Compares the database with what was known, and starts the review of a restore if a commit is missing. Throws if it is an old
   * primary, which must not be used anymore.
   */
  verify: (options: pg.ClientConfig) => Promise<void>
  noteCommit: (timeline: number, commit: Commit) => void
  /** Writes what is known to the data folder. */
  close: () => Promise<void>
}

type Options = {
  onLost: (since: Date) => void
  onOtherCluster: () => void
}

/** A kill of the server loses at most this of what it knows. */
const saveEveryMs = 500

/** SQL for the place of a primary, both null on a standby. */
export const placeColumns = `
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline,
  case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text end as lsn`

export const readPlace = (row: { timeline: string | null; lsn: string | null } | undefined): Place | undefined =>
  row?.timeline && row.lsn ? { timeline: Number.parseInt(row.timeline, 16), lsn: BigInt(row.lsn) } : undefined

export const openDatabasePosition = async (
  folder: string,
  { onLost, onOtherCluster }: Options,
): Promise<DatabasePosition> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'database-position.json')
  let position = parsePosition(await readFile(path, 'utf8').catch(() => undefined))
  let isSaved = true
  let saving: Promise<void> | undefined
  let verifying: Promise<void> | undefined

  const write = async () => {
    if (isSaved || !position) return
    isSaved = true
    await writeFile(`${path}.new`, formatPosition(position), { mode: 0o600, flush: true })
    await rename(`${path}.new`, path)
  }
  const save = (): Promise<void> => {
    saving ??= write().finally(() => {
      saving = undefined
    })
    return saving
  }
  // What can't be written now is written next time.
  const timer = setInterval(() => void save().catch(() => (isSaved = false)), saveEveryMs)
  timer.unref()

  const adopt = (next: Position) => {
    position = next
    isSaved = false
  }
  /** On a connection of its own, because everybody who has one of the pool waits for this. */
  const verify = async (options: pg.ClientConfig) => {
    const client = new pg.Client(options)
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { since, now, isLost } = await compare(client, position)
      if (position && now && now.systemId !== position.systemId) onOtherCluster()
      const isSame = now?.systemId === position?.systemId && now?.timeline === position?.timeline && !isLost
      if (now && !isSame) adopt({ ...now, commit: undefined })
      if (since) onLost(since)
    } finally {
      await client.end().catch(() => undefined)
    }
    await save()
  }
  return {
    known: () => position,
    isSuspect: (place, known) =>
      known === undefined ||
      place.timeline !== known.timeline ||
      (known.commit !== undefined && place.lsn < known.commit.lsn),
    verify: (options) => {
      verifying ??= verify(options).finally(() => {
        verifying = undefined
      })
      return verifying
    },
    noteCommit: (timeline, commit) => {
      if (position?.timeline !== timeline || (position.commit && position.commit.lsn >= commit.lsn)) return
      adopt({ ...position, commit })
    },
    close: async () => {
      clearInterval(timer)
      await save()
    },
  }
}

const formatPosition = ({ systemId, timeline, commit }: Position) =>
  JSON.stringify({
    systemId,
    timeline,
    ...(commit ? { lsn: String(commit.lsn), xid: String(commit.xid), at: commit.at, savedAt: commit.savedAt } : {}),
  })

/** A file that a crash cut off says nothing. */
const parsePosition = (text: string | undefined): Position | undefined => {
  if (!text) return undefined
  try {
    const { systemId, timeline, lsn, xid, at, savedAt } = JSON.parse(text) as Record<string, string> & {
      timeline: number
    }
    const commit =
      lsn && xid && at && savedAt
        ? { lsn: BigInt(lsn), xid: BigInt(xid), at: new Date(at), savedAt: new Date(savedAt) }
        : undefined
    return systemId ? { systemId, timeline, commit } : undefined
  } catch {
    return undefined
  }
}

type Start = { lsn: string; next_xid: string; alive_at: Date | null }

/** Returns where the database is, and since when something is missing, if so. The review of that has been started then. */
const compare = async (
  client: pg.Client,
  known: Position | undefined,
): Promise<{ now: Omit<Position, 'commit'> | undefined; isLost?: boolean; since?: Date }> => {
  // Where a timeline begins isn't worth waiting for a standby, and reading goes on while there is none.
  await client.query('begin; set local synchronous_commit = local')
  try {
    const { rows } = await client.query<{
      timeline: string | null
      lsn: string | null
      system_id: string
      next_xid: string
      is_read_only: boolean
      is_migrated: boolean
    }>(
      `select ${placeColumns}, (select system_identifier::text from pg_control_system()) as system_id,
         pg_snapshot_xmax(pg_current_snapshot())::text as next_xid,
         current_setting('transaction_read_only') = 'on' as is_read_only,
         to_regclass('database_timelines') is not null as is_migrated`,
    )
    const [row] = rows
    const place = readPlace(row)
    if (!row || !place || row.is_read_only || !row.is_migrated) return await leave(client, { now: undefined })
    const { system_id: systemId, next_xid: nextXid } = row
    const now = { systemId, timeline: place.timeline }
    const isOurs = known?.systemId === systemId
    if (isOurs && place.timeline < known.timeline) throw new OldPrimaryError(place.timeline, known.timeline)
    await client.query(
      `insert into database_timelines (system_id, timeline, lsn, next_xid, alive_at)
       values ($1, $2, $3, $4, (select max(greatest(started_at, succeeded_at)) from worker_beats)) on conflict do nothing`,
      [systemId, place.timeline, String(place.lsn), nextXid],
    )
    const commit = isOurs ? known.commit : undefined
    const lost = commit && (await findLoss(client, { known, commit, systemId, place, nextXid }))
    if (!lost) return await leave(client, { now })
    const since = new Date(Math.min(commit.savedAt.getTime(), ...lost.map((time) => time.getTime())))
    // Another server may have found the same. That review covers what happened before it.
    const { rows: covered } = await client.query('select 1 from restores where restored_at > $1 limit 1', [commit.at])
    if (covered.length > 0) return await leave(client, { now, isLost: true })
    await client.query('set local synchronous_commit = on')
    await client.query('select open_restore($1, $2)', [since, hashRestoreCode(newRestoreCode())])
    return await leave(client, { now, since, isLost: true })
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const leave = async <T>(client: pg.Client, value: T): Promise<T> => {
  await client.query('commit')
  return value
}

/** Undefined if the commit is there. Otherwise the times before which everything is known. */
const findLoss = async (
  client: pg.Client,
  it: { known: Position | undefined; commit: Commit; systemId: string; place: Place; nextXid: string },
): Promise<Date[] | undefined> => {
  const { known, commit, systemId, place, nextXid } = it
  const { rows } = await client.query<Start>(
    `select lsn::text, next_xid::text, alive_at from database_timelines
     where system_id = $1 and timeline > $2 order by timeline limit 1`,
    [systemId, known?.timeline],
  )
  // On the same timeline: the files may be from a copy that is older.
  const start = rows[0] ?? { lsn: String(place.lsn), next_xid: nextXid, alive_at: await readAlive(client) }
  const times = start.alive_at ? [start.alive_at] : []
  if (commit.lsn > BigInt(start.lsn) || commit.xid >= BigInt(start.next_xid)) return times
  // Its number is from before the timeline, so nobody else has it.
  const { rows: states } = await client.query<{ status: string | null }>(
    'select pg_xact_status($1::text::xid8) as status',
    [String(commit.xid)],
  )
  // PostgreSQL forgets old ones, and those were saved.
  const status = states[0]?.status ?? 'committed'
  return status === 'committed' ? undefined : times
}

const readAlive = async (client: pg.Client) => {
  const { rows } = await client.query<{ alive_at: Date | null }>(
    'select least(max(greatest(started_at, succeeded_at)), pg_postmaster_start_time()) as alive_at from worker_beats',
  )
  return rows[0]?.alive_at ?? null
}

/** Nothing may be written to a primary that another one has replaced. */
class OldPrimaryError extends Error {
  /** As of a database that takes no changes. */
  readonly code = '25006'

  constructor(timeline: number, known: number) {
    super(
      `DATABASE_URL leads to an old primary: it is on timeline ${timeline}, and this server has used timeline ${known}. Use the address of the new primary. If you restored this database on purpose, run npm run restore -- --review TIME and delete database-position.json in DATA_DIR.`,
    )
  }
}
