import * as calls from '@bitquay/contract/lightning-addresses'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { listHeldNames } from './queries.ts'
import { releaseName } from './release-name.ts'

export const lightningNameRoutes = (deps: Deps): Route[] => [
  shortListRoute(calls.listLightningNames, ({ params }) => listHeldNames(deps.db, params.id)),
  route(calls.releaseLightningName, async ({ person, params, body, source }) => {
    const { id: merchantId, nameId } = params
    await releaseName(
      deps,
      person,
      { merchantId, nameId, reason: body.reason, twoFactorToken: body.twoFactorToken },
      source,
    )
    return { message: 'Released.' }
  }),
]
