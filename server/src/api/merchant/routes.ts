import { merchantSecurity } from '@bitquay/contract/security'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { securityRoutes } from '../security-routes.ts'
import { settings, settingsChange } from './settings.ts'

export const merchantRoutes = (deps: Deps): Route[] => [
  settings(deps),
  settingsChange(deps),
  ...securityRoutes(deps, merchantSecurity),
]
