import type { Deps } from '../../deps.ts'
import type { Route } from '../http/route.ts'
import { events } from './stream-route.ts'

export const eventRoutes = (deps: Deps): Route[] => [events(deps)]
