import type { Deps } from '../deps.ts'
import { mail } from '../mail/routes.sandbox.ts'
import type { Route } from '../platform/http/route.ts'
import { levers } from './routes.sandbox.ts'

export const sandboxRoutes = (deps: Deps): Route[] => [...levers(deps), mail(deps)]
