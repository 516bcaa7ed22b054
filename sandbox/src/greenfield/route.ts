import type { Invoice } from '../engine/invoices/invoice.ts'
import type { ShopStore } from '../engine/stores/store.ts'
import type { Webhook } from '../engine/webhooks/webhook.ts'
import type { Btcpay } from './btcpay.ts'
import { type Caller, canInStore, canOnServer } from './caller.ts'
import { missingPermission, notFound, unauthenticated } from './errors.ts'
import { wireName } from './permissions.ts'
import type { FieldReader } from './read-fields.ts'
import type { QueryReader } from './read-query.ts'

export type Call = {
  btcpay: Btcpay
  caller: Caller | undefined
  params: Readonly<Record<string, string>>
  query: QueryReader
  /** The JSON body's fields. A 422 when the body isn't a JSON object. */
  fields(): FieldReader
  /** This server's URL as the caller sees it. */
  baseUrl: string
}

/** A response with a status other than 200. */
export type Answer = { readonly answer: true; status: number; body: unknown }
export const answer = (status: number, body?: unknown): Answer => ({ answer: true, status, body })

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'

export type Route = {
  method: Method
  path: string
  /** Runs before the body is read: a caller without the right is refused first, whatever the body contains. */
  authorize(call: Omit<Call, 'fields'>): void
  /** The returned value is the JSON response. Undefined gives a 200 without a body. */
  handle(call: Call): unknown
}

const API = '/api/v1'

export const anonymous = (method: Method, path: string, handle: (call: Call) => unknown): Route => ({
  method,
  path: API + path,
  authorize: () => undefined,
  handle,
})

export const authenticated = (
  method: Method,
  path: string,
  handle: (call: Call, caller: Caller) => unknown,
): Route => ({
  method,
  path: path.startsWith('/misc') ? path : API + path,
  authorize: (call) => void requireCaller(call),
  handle: (call) => handle(call, requireCaller(call)),
})

/** For server and user permissions, and for store permissions that must not be scoped. */
export const onServer = (
  method: Method,
  path: string,
  needs: string,
  handle: (call: Call, caller: Caller) => unknown,
): Route => ({
  method,
  path: API + path,
  authorize(call) {
    if (!canOnServer(requireCaller(call), needs)) throw missingPermission(wireName(needs))
  },
  handle: (call) => handle(call, requireCaller(call)),
})

export const inStore = (
  method: Method,
  path: string,
  needs: string,
  handle: (call: Call, store: ShopStore, caller: Caller) => unknown,
): Route => ({
  method,
  path: `${API}/stores/:storeId${path}`,
  authorize: (call) => void requireStore(call, call.params['storeId'] ?? '', needs),
  handle: (call) => handle(call, requireStore(call, call.params['storeId'] ?? '', needs), requireCaller(call)),
})

type Owned = { storeId: string }

/** The same route under the store and flattened. An unknown id has no store, so both refuse it. */
const ownedBy =
  <T extends Owned>(
    name: string,
    find: (btcpay: Btcpay, id: string) => T | undefined,
    missing: (permission: string) => Error,
    parameter: string,
    storeOf: (btcpay: Btcpay, id: string) => string | undefined = (btcpay, id) => find(btcpay, id)?.storeId,
  ) =>
  (
    method: Method,
    tail: string,
    needs: string,
    handle: (call: Call, owned: T, store: ShopStore, caller: Caller) => unknown,
  ): Route[] => {
    const idOf = (call: Omit<Call, 'fields'>) => call.params[parameter] ?? ''
    const flat: Route = {
      method,
      path: `${API}/${name}/:${parameter}${tail}`,
      authorize: (call) => void requireStore(call, storeOf(call.btcpay, idOf(call)) ?? '', needs),
      handle(call) {
        const store = requireStore(call, storeOf(call.btcpay, idOf(call)) ?? '', needs)
        const owned = find(call.btcpay, idOf(call))
        if (!owned) throw missing(wireName(needs))
        return handle(call, owned, store, requireCaller(call))
      },
    }
    const nested = inStore(method, `/${name}/:${parameter}${tail}`, needs, (call, store, caller) => {
      const owned = find(call.btcpay, idOf(call))
      if (!owned) throw missing(wireName(needs))
      if (owned.storeId !== store.id) throw missingPermission(wireName(needs))
      return handle(call, owned, store, caller)
    })
    return [flat, nested]
  }

export const atInvoice = ownedBy<Invoice>(
  'invoices',
  (btcpay, id) => btcpay.book.find(id),
  // Since 2.3.6 BTCPay looks for the store of the invoice first, and refuses when there is none.
  (permission) => missingPermission(permission),
  'invoiceId',
)

export const atWebhook = ownedBy<Webhook>(
  'webhooks',
  (btcpay, id) => btcpay.webhooks.find(id),
  () => notFound('webhook-not-found', 'The webhook was not found'),
  'webhookId',
  (btcpay, id) => btcpay.storeOfWebhook(id),
)

export const requireCaller = ({ caller }: { caller: Caller | undefined }): Caller => {
  if (!caller) throw unauthenticated()
  return caller
}

/** An unknown store gets the same response as one that the caller may not see. */
const requireStore = (call: Omit<Call, 'fields'>, storeId: string, needs: string): ShopStore => {
  const caller = requireCaller(call)
  const store = call.btcpay.stores.find(storeId)
  if (!store || !canInStore(caller, needs, store)) throw missingPermission(wireName(needs))
  return store
}
