import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { promoCodeRoutes } from './promo-codes.ts'

export const adminRoutes = (deps: Deps): Route[] => [...promoCodeRoutes(deps)]
