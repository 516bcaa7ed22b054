import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { settings, settingsChange } from './settings.ts'

export const merchantRoutes = (deps: Deps): Route[] => [settings(deps), settingsChange(deps)]
