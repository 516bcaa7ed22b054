import { type CallOptions, type Send, segment } from '../send.ts'
import { apiKey, type CreateApiKeyRequest } from '../wire/keys.ts'

export const keyCalls = (send: Send) => ({
  create: (body: CreateApiKeyRequest, options?: CallOptions) =>
    send({ method: 'POST', path: '/api/v1/api-keys', body, answer: apiKey }, options),

  createForUser: (idOrEmail: string, body: CreateApiKeyRequest, options?: CallOptions) =>
    send({ method: 'POST', path: `/api/v1/users/${segment(idOrEmail)}/api-keys`, body, answer: apiKey }, options),

  /** The key that this client uses. With a password instead of a key BTCPay returns 401. */
  current: (options?: CallOptions) =>
    send({ method: 'GET', path: '/api/v1/api-keys/current', answer: apiKey }, options),

  revokeCurrent: (options?: CallOptions) =>
    send({ method: 'DELETE', path: '/api/v1/api-keys/current', answer: 'nothing' }, options),

  /** A key that was already revoked is refused with 400 `apikey-not-found`. */
  revoke: (key: string, options?: CallOptions) =>
    send({ method: 'DELETE', path: `/api/v1/api-keys/${segment(key)}`, answer: 'nothing' }, options),

  revokeForUser: (idOrEmail: string, key: string, options?: CallOptions) =>
    send(
      { method: 'DELETE', path: `/api/v1/users/${segment(idOrEmail)}/api-keys/${segment(key)}`, answer: 'nothing' },
      options,
    ),
})
