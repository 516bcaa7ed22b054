import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { actLogRoutes } from './act-log.ts'
import { adminsRoutes } from './admins.ts'
import { applicationRoutes } from './applications.ts'
import { dashboardRoutes } from './dashboard.ts'
import { feeScheduleRoutes } from './fee-schedule.ts'
import { loopOutRoutes } from './loop-out.ts'
import { merchantUserRoutes } from './merchant-users.ts'
import { merchantsRoutes } from './merchants.ts'
import { partnerAdminRoutes } from './partners.ts'
import { promoCodeRoutes } from './promo-codes.ts'
import { revenueRoutes } from './revenue.ts'
import { systemRoutes } from './system.ts'
import { allTransactionRoutes } from './transactions.ts'

export const adminRoutes = (deps: Deps): Route[] => [
  ...applicationRoutes(deps),
  ...merchantsRoutes(deps),
  ...merchantUserRoutes(deps),
  ...adminsRoutes(deps),
  ...partnerAdminRoutes(deps),
  ...promoCodeRoutes(deps),
  ...loopOutRoutes(deps),
  ...dashboardRoutes(deps),
  ...allTransactionRoutes(deps),
  ...revenueRoutes(deps),
  ...feeScheduleRoutes(deps),
  ...actLogRoutes(deps),
  ...systemRoutes(deps),
]
