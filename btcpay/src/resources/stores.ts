import { type CallOptions, type Send, segment } from '../send.ts'
import { type CreateStoreRequest, type Store, store, stores, type UpdateStoreRequest } from '../wire/stores.ts'

export const storeCalls = (send: Send) => ({
  /** Not paged: all stores that the key may see. */
  list: (options?: CallOptions) => send({ method: 'GET', path: '/api/v1/stores', answer: stores }, options),

  /** A store that doesn't exist is refused with 403, never 404. */
  get: (storeId: string, options?: CallOptions) =>
    send({ method: 'GET', path: storePath(storeId), answer: store, objection: sameStore(storeId) }, options),

  create: (body: CreateStoreRequest, options?: CallOptions) =>
    send({ method: 'POST', path: '/api/v1/stores', body, answer: store }, options),

  /** Merges: a missing or null field keeps its value, so a field can't be cleared. */
  update: (storeId: string, body: UpdateStoreRequest, options?: CallOptions) =>
    send({ method: 'PUT', path: storePath(storeId), body, answer: store, objection: sameStore(storeId) }, options),

  /** BTCPay calls it delete, but it only removes the caller from the store. */
  leave: (storeId: string, options?: CallOptions) =>
    send({ method: 'DELETE', path: storePath(storeId), answer: 'nothing' }, options),
})

const storePath = (storeId: string): string => `/api/v1/stores/${segment(storeId)}`

const sameStore = (storeId: string) => (answered: Store) =>
  answered.id === storeId ? undefined : 'the response is about another store'
