import type { Deps } from '../../deps.ts'
import type { Route } from '../../platform/http/route.ts'
import { applications } from './applications.ts'
import { description } from './description.ts'
import { fees } from './fees.ts'
import { health } from './health.ts'
import { price } from './price.ts'
import { status } from './status.ts'

export const publicRoutes = (deps: Deps): Route[] => [
  health(deps),
  status(deps),
  description(deps),
  fees(deps),
  price(deps),
  applications(deps),
]
