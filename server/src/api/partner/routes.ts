import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { earningRoutes } from './earnings.ts'
import { statement } from './statement.ts'
import { payoutRoutes } from './withdrawals.ts'

export const partnerRoutes = (deps: Deps): Route[] => [...earningRoutes(deps), ...payoutRoutes(deps), statement(deps)]
