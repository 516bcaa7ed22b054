import { type CallOptions, type Send, segment } from '../send.ts'
import { type AddStoreUserRequest, type CreateUserRequest, user } from '../wire/users.ts'

export const userCalls = (send: Send) => ({
  create: (body: CreateUserRequest, options?: CallOptions) =>
    send({ method: 'POST', path: '/api/v1/users', body, answer: user }, options),

  get: (idOrEmail: string, options?: CallOptions) =>
    send({ method: 'GET', path: `/api/v1/users/${segment(idOrEmail)}`, answer: user }, options),

  me: (options?: CallOptions) => send({ method: 'GET', path: '/api/v1/users/me', answer: user }, options),

  addToStore: (storeId: string, body: AddStoreUserRequest, options?: CallOptions) =>
    send({ method: 'POST', path: `/api/v1/stores/${segment(storeId)}/users`, body, answer: 'nothing' }, options),
})
