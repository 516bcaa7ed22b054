import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { events } from './events.ts'

export const eventRoutes = (deps: Deps): Route[] => [events(deps)]
