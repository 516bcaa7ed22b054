import { sql } from 'kysely'
import type { Credentials } from '../people/index.ts'
import { hashToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import type { Person } from '../platform/http/person.ts'
import type { Authenticate } from '../platform/http/route.ts'
import { idleHours, recentPasswordMinutes } from './table.sessions.ts'

/**
 * Finds the person that a session token belongs to, in one round trip. Returns undefined when the session is too old or
 * idle, or when the person is no longer active. The last use is saved at most once a minute.
 */
export const authenticate =
  (db: Db): Authenticate =>
  async (token) => {
    const { rows } = await sql<Credentials & { sessionId: number; passwordIsRecent: boolean }>`
      ${planKept} select session_id, password_is_recent, (person).*
      from find_bearer(${hashToken(token)}, ${idleHours}, ${recentPasswordMinutes})`.execute(db)
    const [bearer] = rows
    return bearer && toPerson(bearer, { id: bearer.sessionId, passwordIsRecent: bearer.passwordIsRecent })
  }

/** The signed-in person that these credentials belong to. */
export const toPerson = (credentials: Credentials, session: { id: number; passwordIsRecent: boolean }): Person => {
  const { kind, id, email, name, twoFactorEnabled, mustEnroll, merchantId, role, storeName, sharePercentage } =
    credentials
  const { id: sessionId, passwordIsRecent } = session
  const signed = { id, email, name, sessionId, passwordIsRecent, twoFactorEnabled, mustEnroll }
  if (kind === 'admin') return { ...signed, kind }
  if (kind === 'partner') return { ...signed, kind, sharePercentage: sharePercentage ?? '0.00' }
  if (merchantId === null || role === null || storeName === null) throw new Error(`${kind} ${id} has no merchant`)
  return { ...signed, kind, merchantId, role, storeName }
}
