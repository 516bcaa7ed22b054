import { adminSecurity } from '@bitquay/contract/security'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { securityRoutes } from '../security-routes.ts'

export const adminRoutes = (deps: Deps): Route[] => [...securityRoutes(deps, adminSecurity)]
