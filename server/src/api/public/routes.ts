import { applications } from '../../applications/routes.public.ts'
import type { Deps } from '../../deps.ts'
import { fees } from '../../fees/routes.public.ts'
import type { Route } from '../../platform/http/route.ts'
import { price } from '../../prices/routes.public.ts'
import { health, status } from '../../status/routes.public.ts'
import { description } from './description.ts'

export const publicRoutes = (deps: Deps): Route[] => [
  health(deps),
  status(deps),
  description(deps),
  fees(deps),
  price(deps),
  applications(deps),
]
