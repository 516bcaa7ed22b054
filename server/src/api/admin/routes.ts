import { adminsRoutes } from '../../accounts/routes.admin.ts'
import { applicationRoutes } from '../../applications/routes.admin.ts'
import { actLogRoutes } from '../../audit-log/routes.admin.ts'
import { dashboardRoutes } from '../../dashboard/routes.admin.ts'
import type { Deps } from '../../deps.ts'
import { feeScheduleRoutes } from '../../fees/routes.admin.ts'
import { loopOutRoutes } from '../../loop-out/routes.admin.ts'
import { merchantsRoutes, merchantUserRoutes } from '../../merchants/routes.admin.ts'
import { systemRoutes } from '../../operations/routes.admin.ts'
import { partnerAdminRoutes } from '../../partners/routes.admin.ts'
import type { Route } from '../../platform/http/route.ts'
import { promoCodeRoutes } from '../../promo-codes/routes.admin.ts'
import { revenueRoutes } from '../../revenue/routes.admin.ts'
import { allTransactionRoutes } from '../../transactions/routes.admin.ts'

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
