import {
  endSession,
  endSessions,
  listSessions,
  logout,
  reauthenticate as reauthenticateCall,
  verify,
} from '@bitquay/contract/auth'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { describeDevice } from './describe-device.ts'
import { endOwnSession, endOwnSessions, signOut } from './end-sessions.ts'
import { reauthenticate } from './reauthenticate.ts'
import { listSessions as findSessions } from './table.sessions.ts'
import { toUser } from './to-user.ts'

export const verifySession = () => route(verify, ({ person }) => Promise.resolve({ user: toUser(person) }))

export const logOut = (deps: Deps) =>
  route(logout, async ({ person, source }) => {
    await signOut(deps, person, source)
    return { message: 'Signed out' }
  })

export const passwordCheck = (deps: Deps) =>
  route(reauthenticateCall, async ({ body, person }) => {
    await reauthenticate(deps, person, body.password)
    return { message: 'Password confirmed' }
  })

export const sessionList = ({ db }: Deps) =>
  route(listSessions, async ({ person }) => {
    const sessions = await findSessions(db, person)
    return sessions.map(({ id, createdAt, lastSeenAt, expiresAt, sourceAddress, device }) => ({
      id,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      address: sourceAddress,
      device: describeDevice(device),
      current: id === person.sessionId,
    }))
  })

export const sessionEnd = (deps: Deps) =>
  route(endSession, async ({ params, person, source }) => {
    await endOwnSession(deps, person, params.id, source)
    return { message: 'Session ended' }
  })

export const sessionsEnd = (deps: Deps) =>
  route(endSessions, async ({ person, source }) => {
    await endOwnSessions(deps, person, source)
    return { message: 'Signed out everywhere' }
  })
