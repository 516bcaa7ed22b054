import { partnerSecurity } from '@bitquay/contract/security'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { securityRoutes } from '../security-routes.ts'

export const partnerRoutes = (deps: Deps): Route[] => [...securityRoutes(deps, partnerSecurity)]
