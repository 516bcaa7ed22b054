import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { sessionsEnded, signedOut } from './facts.ts'
import { endSession, endSessionsOf } from './table.sessions.ts'

/** Ends the session of this request. */
export const signOut = ({ db }: Deps, person: Person, source: Source) =>
  inTransaction(db, async (tx) => {
    // Of two sign-outs at the same time, the second finds nothing left to end, which is fine.
    if (!(await endSession(tx, person, person.sessionId))) return
    await announce(tx, signedOut, { person }, { actor: person, source })
  })

/** Ends one of the person's own sessions. Someone else's session is not found. */
export const endOwnSession = ({ db }: Deps, person: Person, sessionId: number, source: Source) =>
  inTransaction(db, async (tx) => {
    if (!(await endSession(tx, person, sessionId))) throw new ApiError('not-found')
    await announce(tx, sessionsEnded, { person, sessions: 1 }, { actor: person, source })
  })

/** Ends all of the person's sessions, including this one. */
export const endOwnSessions = ({ db }: Deps, person: Person, source: Source) =>
  inTransaction(db, async (tx) => {
    const sessions = await endSessionsOf(tx, person)
    await announce(tx, sessionsEnded, { person, sessions }, { actor: person, source })
  })
