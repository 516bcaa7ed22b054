import { adminSecurity, merchantSecurity, partnerSecurity } from '@bitquay/contract/security'
import type { Deps } from '../deps.ts'
import type { Route } from '../platform/http/route.ts'
import { login } from './login.ts'
import { passwordReset, passwordResetRequest } from './passwords.ts'
import { securityRoutes } from './routes.auth.ts'
import { logOut, passwordCheck, sessionEnd, sessionList, sessionsEnd, verifySession } from './sessions.ts'

export const authRoutes = (deps: Deps): Route[] => [
  login(deps),
  verifySession(),
  logOut(deps),
  passwordCheck(deps),
  passwordResetRequest(deps),
  passwordReset(deps),
  sessionList(deps),
  sessionsEnd(deps),
  sessionEnd(deps),
  ...[merchantSecurity, partnerSecurity, adminSecurity].flatMap((calls) => securityRoutes(deps, calls)),
]
