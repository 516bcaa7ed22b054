import { getCheckoutOrigins, setCheckoutOrigins } from '@bitquay/contract/checkout'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { listOrigins } from './queries.origins.ts'
import { setOrigins } from './set-origins.ts'

export const embeddingRoutes = (deps: Deps): Route[] => [
  route(getCheckoutOrigins, async ({ person }) => ({ origins: await listOrigins(deps.db, person.merchantId) })),
  route(setCheckoutOrigins, async ({ body, person, source }) => ({
    origins: await setOrigins(deps, person, body.origins, source),
  })),
]
