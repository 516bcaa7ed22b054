import type { ApiKey as ApiKeyView } from '@bitquay/btcpay/wire/keys'
import type { ApiKey } from '../../engine/keys/keys.ts'
import { newApiKey } from '../../engine/stores/ids.ts'
import type { Caller } from '../caller.ts'
import { invalid, notFound, refused, unauthenticated } from '../errors.ts'
import { formatPermission, parsePermission, UNRESTRICTED } from '../permissions.ts'
import { authenticated, type Call, onServer, type Route } from '../route.ts'

export const apiKeyRoutes: Route[] = [
  onServer('POST', '/api-keys', UNRESTRICTED, (call, caller) => create(call, caller.user.id)),

  onServer('POST', '/users/:idOrEmail/api-keys', 'server.canmanageusers', (call) => create(call, userOf(call).id)),

  authenticated('GET', '/api-keys/current', (call, caller) => toView(currentKey(call, caller))),

  authenticated('DELETE', '/api-keys/current', (call, caller) => {
    call.btcpay.keys.remove(currentKey(call, caller).key)
  }),

  onServer('DELETE', '/api-keys/:apikey', UNRESTRICTED, (call, caller) => revoke(call, caller.user.id)),

  onServer('DELETE', '/users/:idOrEmail/api-keys/:apikey', 'server.canmanageusers', (call) =>
    revoke(call, userOf(call).id),
  ),
]

function create(call: Call, userId: string): ApiKeyView {
  const body = call.fields()
  const label = body.text('label') ?? ''
  const requested = body.texts('permissions') ?? []
  body.check()
  const grants = requested.map(parsePermission)
  const malformed = grants.flatMap((grant, at) => (grant ? [] : [at]))
  if (malformed.length > 0) {
    throw invalid(...malformed.map((at) => ({ path: `permissions[${at}]`, message: 'Invalid permission' })))
  }
  const permissions = [...new Set(grants.flatMap((grant) => (grant ? [formatPermission(grant)] : [])))]
  const key: ApiKey = { key: newApiKey(), userId, label, permissions }
  call.btcpay.keys.put(key)
  return toView(key)
}

function revoke({ btcpay, params }: Call, userId: string): void {
  const key = btcpay.keys.find(params['apikey'] ?? '')
  if (!key || key.userId !== userId) throw refused('apikey-not-found', 'This apikey does not exists')
  btcpay.keys.remove(key.key)
}

/** Basic credentials have no key, so there is no current one. */
function currentKey({ btcpay }: Call, caller: Caller): ApiKey {
  const key = caller.key === undefined ? undefined : btcpay.keys.find(caller.key)
  if (!key) throw unauthenticated()
  return key
}

function userOf({ btcpay, params }: Call) {
  const user = btcpay.users.findByIdOrEmail(params['idOrEmail'] ?? '')
  if (!user) throw notFound('user-not-found', 'The user was not found')
  return user
}

function toView(key: ApiKey): ApiKeyView {
  return { apiKey: key.key, label: key.label, permissions: key.permissions }
}
