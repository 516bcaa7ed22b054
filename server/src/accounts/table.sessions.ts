import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken, newToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PersonRef } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'

const hourMs = 3_600_000
const absoluteLifeMs = 7 * 24 * hourMs
export const idleHours = 12
/** For this long after entering their password, a person may do what a stolen session must not. */
export const recentPasswordMinutes = 10

/** Someone who has more of them signs in again and again by program. The oldest ones end. */
export const mostSessions = 100

export const startSession = async (tx: Tx, person: PersonRef, source: Source) => {
  const token = newToken()
  const { id } = await tx
    .insertInto('sessions')
    .values({
      personKind: person.kind,
      personId: person.id,
      tokenHash: hashToken(token),
      sourceAddress: source.address,
      device: source.device,
      expiresAt: new Date(tx.now.getTime() + absoluteLifeMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    delete from sessions where id in (
      select id from sessions where person_kind = ${person.kind} and person_id = ${person.id}
      order by id desc offset ${mostSessions})`.execute(tx)
  return { id, token }
}

/** Lists the valid sessions, last used first. */
export const listSessions = (db: Db, person: PersonRef) =>
  db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'sourceAddress', 'device'])
    .where('personKind', '=', person.kind)
    .where('personId', '=', person.id)
    .where('expiresAt', '>', sql<Date>`app_now()`)
    .where('lastSeenAt', '>', sql<Date>`app_now() - make_interval(hours => ${idleHours})`)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Ends one session if it belongs to this person. Returns whether it did. */
export const endSession = async (tx: Tx, person: PersonRef, sessionId: number): Promise<boolean> => {
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('personKind', '=', person.kind)
    .where('personId', '=', person.id)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Ends all of a person's sessions, or all but one. Returns how many there were. */
export const endSessionsOf = async (tx: Tx, person: PersonRef, options: { except?: number } = {}): Promise<number> => {
  const ended = await tx
    .deleteFrom('sessions')
    .where('personKind', '=', person.kind)
    .where('personId', '=', person.id)
    .$if(options.except !== undefined, (query) => query.where('id', '!=', options.except ?? 0))
    .returning('id')
    .execute()
  return ended.length
}

/** Saves that the person of this session has just entered their password. */
export const markPasswordChecked = async (tx: Tx, sessionId: number) => {
  await tx.updateTable('sessions').set({ passwordCheckedAt: tx.now }).where('id', '=', sessionId).execute()
}

/** Anyone can call their browser what they like. The latest ones are kept. */
export const mostKnownDevices = 100

/** Saves from where a person signs in. Only `new` is worth an email: the first one has nothing to differ from. */
export const saveKnownDevice = async (
  tx: Tx,
  person: PersonRef,
  source: Source,
): Promise<'first' | 'known' | 'new'> => {
  const fingerprint = createHash('sha256').update(`${source.address}\n${source.device}`).digest()
  const added = await tx
    .insertInto('knownDevices')
    .values({ personKind: person.kind, personId: person.id, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .returning('firstSeenAt')
    .executeTakeFirst()
  if (!added) return 'known'
  await sql`
    delete from known_devices where (person_kind, person_id, fingerprint) in (
      select person_kind, person_id, fingerprint from known_devices
      where person_kind = ${person.kind} and person_id = ${person.id}
      order by first_seen_at desc, fingerprint offset ${mostKnownDevices})`.execute(tx)
  const other = await tx
    .selectFrom('knownDevices')
    .select('firstSeenAt')
    .where('personKind', '=', person.kind)
    .where('personId', '=', person.id)
    .where('fingerprint', '!=', fingerprint)
    .limit(1)
    .executeTakeFirst()
  return other ? 'new' : 'first'
}

export const pruneSessions = (db: Db) => sql`delete from sessions where expires_at < app_now()`.execute(db)
