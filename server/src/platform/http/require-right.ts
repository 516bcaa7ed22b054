import { type ApiScope, type Call, moneyScopes } from '@bitquay/contract/call'
import { ApiError } from './api-error.ts'
import type { ApiKey, Person, TillDevice } from './person.ts'

/** Who makes a request: nobody, or one of the three. */
export type Caller = { person?: Person | undefined; apiKey?: ApiKey | undefined; device?: TillDevice | undefined }

/** How the caller of a call is recognized. The calls of the sandbox that have a scope take a key too, if one is sent. */
export const credentialOf = ({ audience, scope }: Call, sendsKey: boolean): 'none' | 'session' | 'key' | 'device' => {
  switch (audience) {
    case 'public':
    case 'engine':
      return 'none'
    case 'api':
      return 'key'
    case 'till':
      return 'device'
    case 'sandbox':
      return sendsKey && scope !== undefined ? 'key' : 'session'
    case 'person':
    case 'merchant':
    case 'merchant-manager':
    case 'merchant-owner':
    case 'partner':
    case 'admin':
      return 'session'
  }
}

/** The permissions of the spec in one place: refuses a call that this caller may not make. */
export const requireRight = (call: Call, { person, apiKey, device }: Caller, sandboxOpen: boolean) => {
  if (apiKey) return requireScopes(call, apiKey)
  switch (call.audience) {
    case 'public':
    case 'engine':
      return
    case 'api':
      throw new ApiError('invalid-api-key', { message: 'Send an API key as a Bearer token.' })
    case 'till':
      if (!device) throw new ApiError('device-not-bound')
      return
    case 'sandbox':
      if (sandboxOpen || person?.kind === 'admin') return
      throw new ApiError(person ? 'forbidden' : 'not-signed-in')
    case 'person':
    case 'merchant':
    case 'merchant-manager':
    case 'merchant-owner':
    case 'partner':
    case 'admin':
      if (!person) throw new ApiError('not-signed-in')
      if (!isAddressed(person, call.audience)) throw new ApiError('forbidden')
  }
}

type PersonAudience = Exclude<Call['audience'], 'public' | 'engine' | 'api' | 'till' | 'sandbox'>

const isAddressed = (person: Person, audience: PersonAudience): boolean => {
  switch (audience) {
    case 'person':
      return true
    case 'merchant':
      return person.kind === 'merchant' || person.kind === 'merchant-user'
    case 'merchant-manager':
      return (person.kind === 'merchant' || person.kind === 'merchant-user') && person.role !== 'user'
    case 'merchant-owner':
      return person.kind === 'merchant'
    case 'partner':
    case 'admin':
      return person.kind === audience
  }
}

const requireScopes = (call: Call, { scopes, isSuspended }: ApiKey) => {
  const missing = scopesOf(call).find((scope) => !scopes.includes(scope))
  if (missing === undefined) return
  throw new ApiError('scope-missing', {
    message:
      isSuspended && moneyScopes.includes(missing)
        ? 'This API key is suspended. It can’t move money until the owner of the store confirms it.'
        : `This API key doesn’t have the scope "${missing}".`,
    fields: [{ path: 'scope', message: missing }],
  })
}

const scopesOf = ({ path, scope, alsoNeeds, anyScope }: Call): ApiScope[] => {
  if (scope === undefined && !anyScope) throw new Error(`${path} has no scope`)
  return [scope, alsoNeeds].filter((needed) => needed !== undefined)
}
