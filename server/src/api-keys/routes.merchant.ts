import * as calls from '@bitquay/contract/api-keys'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { changeApiKey } from './change-api-key.ts'
import { confirmApiKey } from './confirm-api-key.ts'
import { createApiKey } from './create-api-key.ts'
import { listKeys } from './queries.ts'
import { revokeApiKey } from './revoke-api-key.ts'

export const apiKeyRoutes = (deps: Deps): Route[] => [
  route(calls.createApiKey, ({ person, body, source }) =>
    createApiKey(
      deps,
      person,
      { ...body, expiresInDays: body.expiresInDays, twoFactorToken: body.twoFactorToken },
      source,
    ),
  ),
  shortListRoute(calls.listApiKeys, ({ person }) => listKeys(deps.db, person.merchantId)),
  route(calls.changeApiKey, ({ person, params, body, source }) =>
    changeApiKey(deps, person, params.id, { ...body, twoFactorToken: body.twoFactorToken }, source),
  ),
  route(calls.confirmApiKey, ({ person, params, body, source }) =>
    confirmApiKey(deps, person, params.id, body.twoFactorToken, source),
  ),
  route(calls.revokeApiKey, async ({ person, params, source }) => {
    await revokeApiKey(deps, person, params.id, source)
    return { message: 'API key revoked' }
  }),
]
