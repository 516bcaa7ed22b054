import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { levers } from './levers.ts'
import { mail } from './mail.ts'

export const sandboxRoutes = (deps: Deps): Route[] => [...levers(deps), mail(deps)]
