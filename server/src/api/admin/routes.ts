import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { partnerAdminRoutes } from './partners.ts'
import { promoCodeRoutes } from './promo-codes.ts'

export const adminRoutes = (deps: Deps): Route[] => [...partnerAdminRoutes(deps), ...promoCodeRoutes(deps)]
