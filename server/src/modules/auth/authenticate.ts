import { sql } from 'kysely'
import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Authenticate } from '../../platform/http/route.ts'
import type { Credentials } from './credentials.ts'
import { idleHours } from './sessions.ts'
import { toPerson } from './to-person.ts'

/**
 * Tells who bears a token, in one round trip. A session that is old, idle, or of someone who is no longer active is
 * nobody's. That it was used is written at most once a minute.
 */
export const authenticate =
  (db: Db): Authenticate =>
  async (token) => {
    const { rows } = await sql<Credentials & { sessionId: number }>`
      with time as materialized (select app_now() as now),
      bearer as materialized (
        select sessions.id as session_id, sessions.last_seen_at, people.*
        from sessions join people on people.kind = sessions.person_kind and people.id = sessions.person_id
        where sessions.token_hash = ${hashToken(token)} and people.is_active
          and sessions.expires_at > (select now from time)
          and sessions.last_seen_at > (select now from time) - make_interval(hours => ${idleHours})
      ),
      seen as (
        update sessions set last_seen_at = (select now from time)
        where id = (select session_id from bearer where last_seen_at < (select now from time) - interval '1 minute')
      )
      select * from bearer`.execute(db)
    const [bearer] = rows
    return bearer && toPerson(bearer, bearer.sessionId)
  }
