import type { Deps } from '../deps.ts'
import type { Route } from '../platform/http/route.ts'
import { earningRoutes } from './earnings.ts'
import { payoutRoutes } from './routes.partner.ts'
import { statement } from './statement.ts'

export const partnerRoutes = (deps: Deps): Route[] => [...earningRoutes(deps), ...payoutRoutes(deps), statement(deps)]
