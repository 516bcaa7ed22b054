import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { adminsRoutes } from './admins.ts'
import { applicationRoutes } from './applications.ts'
import { loopOutRoutes } from './loop-out.ts'
import { merchantUserRoutes } from './merchant-users.ts'
import { merchantsRoutes } from './merchants.ts'
import { partnerAdminRoutes } from './partners.ts'
import { promoCodeRoutes } from './promo-codes.ts'

export const adminRoutes = (deps: Deps): Route[] => [
  ...applicationRoutes(deps),
  ...merchantsRoutes(deps),
  ...merchantUserRoutes(deps),
  ...adminsRoutes(deps),
  ...partnerAdminRoutes(deps),
  ...promoCodeRoutes(deps),
  ...loopOutRoutes(deps),
]
