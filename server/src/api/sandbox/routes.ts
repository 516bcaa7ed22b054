import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { mail } from './mail.ts'

export const sandboxRoutes = (deps: Deps): Route[] => [mail(deps)]
