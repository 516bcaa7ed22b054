import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'

export const mostStreams = 10
/** Longer than three heartbeats: a stream of a dead process is counted for this long. */
const leaseSeconds = 50

/** A person, or an API key. */
export type StreamOwner = { kind: string; id: number }

/** Counts one more stream of its owner, across all processes. Returns undefined if there are too many. */
export const openEventStream = (db: Db, { kind, id: personId }: StreamOwner): Promise<string | undefined> =>
  inTransaction(db, async (tx) => {
    // Two streams that open at once must not both be the tenth.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`event-streams:${kind}:${personId}`}, 0))`.execute(tx)
    await sql`delete from event_streams
      where person_kind = ${kind} and person_id = ${personId} and leased_until <= now()`.execute(tx)
    const id = randomUUID()
    const { rows } = await sql`
      insert into event_streams (id, person_kind, person_id, leased_until)
      select ${id}::uuid, ${kind}, ${personId}, now() + make_interval(secs => ${leaseSeconds})
      where (select count(*) from event_streams where person_kind = ${kind} and person_id = ${personId}) < ${mostStreams}
      returning id`.execute(tx)
    return rows.length > 0 ? id : undefined
  })

export const renewEventStream = async (db: Db, id: string) => {
  await sql`update event_streams set leased_until = now() + make_interval(secs => ${leaseSeconds}) where id = ${id}`.execute(
    db,
  )
}

export const closeEventStream = async (db: Db, id: string) => {
  await db.deleteFrom('eventStreams').where('id', '=', id).execute()
}

export const pruneEventStreams = (db: Db) => sql`delete from event_streams where leased_until < now()`.execute(db)
