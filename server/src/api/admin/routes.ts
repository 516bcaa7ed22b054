import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'

export const adminRoutes = (_deps: Deps): Route[] => []
