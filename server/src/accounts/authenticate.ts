import { sql } from 'kysely'
import { hashToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Authenticate } from '../platform/http/route.ts'
import type { Credentials } from './table.credentials.ts'
import { idleHours, recentPasswordMinutes } from './table.sessions.ts'
import { toPerson } from './to-person.ts'

/**
 * Tells who bears a token, in one round trip. A session that is old, idle, or of someone who is no longer active is
 * nobody's. That it was used is written at most once a minute.
 */
export const authenticate =
  (db: Db): Authenticate =>
  async (token) => {
    const { rows } = await sql<Credentials & { sessionId: number; passwordIsRecent: boolean }>`
      select session_id, password_is_recent, (person).*
      from find_bearer(${hashToken(token)}, ${idleHours}, ${recentPasswordMinutes})`.execute(db)
    const [bearer] = rows
    return bearer && toPerson(bearer, { id: bearer.sessionId, passwordIsRecent: bearer.passwordIsRecent })
  }
