import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { endSession, endSessionsOf } from './table.sessions.ts'

/** Ends the session of this request. */
export const signOut = ({ db }: Deps, person: Person, source: Source) =>
  inTransaction(db, async (tx) => {
    // Of two sign-outs at the same time, the second finds nothing left to end, which is fine.
    if (!(await endSession(tx, person, person.sessionId))) return
    await recordActivity(tx, { act: 'signed-out', actor: person, source })
    await emitChange(tx, `person:${person.kind}:${person.id}`, 'sessions')
  })

/** Ends one of the person's own sessions. Someone else's session is not found. */
export const endOwnSession = ({ db }: Deps, person: Person, sessionId: number, source: Source) =>
  inTransaction(db, async (tx) => {
    if (!(await endSession(tx, person, sessionId))) throw new ApiError('not-found')
    await recordActivity(tx, { act: 'sessions-ended', actor: person, source, detail: { sessions: 1 } })
    await emitChange(tx, `person:${person.kind}:${person.id}`, 'sessions')
  })

/** Ends all of the person's sessions, including this one. */
export const endOwnSessions = ({ db }: Deps, person: Person, source: Source) =>
  inTransaction(db, async (tx) => {
    const sessions = await endSessionsOf(tx, person)
    await recordActivity(tx, { act: 'sessions-ended', actor: person, source, detail: { sessions } })
    await emitChange(tx, `person:${person.kind}:${person.id}`, 'sessions')
  })
