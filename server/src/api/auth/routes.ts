import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { login } from './login.ts'
import { logOut, sessionEnd, sessionList, sessionsEnd, verifySession } from './sessions.ts'

export const authRoutes = (deps: Deps): Route[] => [
  login(deps),
  verifySession(),
  logOut(deps),
  sessionList(deps),
  sessionsEnd(deps),
  sessionEnd(deps),
]
