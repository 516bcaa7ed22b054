import * as calls from '@bitquay/contract/api-keys'
import type { Deps } from '../../deps.ts'
import { changeApiKey } from '../../flows/api-keys/change-api-key.ts'
import { createApiKey } from '../../flows/api-keys/create-api-key.ts'
import { revokeApiKey } from '../../flows/api-keys/revoke-api-key.ts'
import { listKeys } from '../../modules/api-keys/list-keys.ts'
import { type Route, route } from '../../platform/http/route.ts'

export const apiKeyRoutes = (deps: Deps): Route[] => [
  route(calls.createApiKey, ({ person, body, source }) =>
    createApiKey(
      deps,
      person,
      { ...body, expiresInDays: body.expiresInDays, twoFactorToken: body.twoFactorToken },
      source,
    ),
  ),
  route(calls.listApiKeys, ({ person }) => listKeys(deps.db, person.merchantId)),
  route(calls.changeApiKey, ({ person, params, body, source }) =>
    changeApiKey(deps, person, params.id, { ...body, twoFactorToken: body.twoFactorToken }, source),
  ),
  route(calls.revokeApiKey, async ({ person, params, source }) => {
    await revokeApiKey(deps, person, params.id, source)
    return { message: 'API key revoked' }
  }),
]
