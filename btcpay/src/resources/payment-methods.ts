import { type CallOptions, type Send, segment } from '../send.ts'
import {
  ON_CHAIN,
  onChainMethod,
  type PutPaymentMethodRequest,
  type StorePaymentMethod,
  storePaymentMethod,
  storePaymentMethods,
  type WatchOnlyConfig,
} from '../wire/payment-methods.ts'

export const paymentMethodCalls = (send: Send) => ({
  /** `includeConfig` needs the right to modify the store. */
  list: (storeId: string, query: { onlyEnabled?: boolean; includeConfig?: boolean } = {}, options?: CallOptions) =>
    send({ method: 'GET', path: methodsPath(storeId), query, answer: storePaymentMethods }, options),

  get: (storeId: string, methodId: string, query: { includeConfig?: boolean } = {}, options?: CallOptions) =>
    send(
      {
        method: 'GET',
        path: methodPath(storeId, methodId),
        query,
        answer: storePaymentMethod,
        objection: sameMethod(methodId),
      },
      options,
    ),

  put: (storeId: string, methodId: string, body: PutPaymentMethodRequest, options?: CallOptions) =>
    send(
      {
        method: 'PUT',
        path: methodPath(storeId, methodId),
        body,
        answer: storePaymentMethod,
        objection: sameMethod(methodId),
      },
      options,
    ),

  /** The on-chain method with what BTCPay has saved of its wallet. Needs the right to modify the store. */
  getOnChain: (storeId: string, options?: CallOptions) =>
    send(
      {
        method: 'GET',
        path: methodPath(storeId, ON_CHAIN),
        query: { includeConfig: true },
        answer: onChainMethod,
        objection: sameMethod(ON_CHAIN),
      },
      options,
    ),

  /** Replaces the store's wallet by one whose keys are elsewhere. */
  putWatchOnly: (storeId: string, config: WatchOnlyConfig, options?: CallOptions) =>
    send(
      {
        method: 'PUT',
        path: methodPath(storeId, ON_CHAIN),
        body: { enabled: true, config },
        answer: onChainMethod,
        objection: sameMethod(ON_CHAIN),
      },
      options,
    ),

  remove: (storeId: string, methodId: string, options?: CallOptions) =>
    send({ method: 'DELETE', path: methodPath(storeId, methodId), answer: 'nothing' }, options),
})

const methodsPath = (storeId: string): string => `/api/v1/stores/${segment(storeId)}/payment-methods`

const methodPath = (storeId: string, methodId: string): string => `${methodsPath(storeId)}/${segment(methodId)}`

const sameMethod = (methodId: string) => (answered: Pick<StorePaymentMethod, 'paymentMethodId'>) =>
  answered.paymentMethodId === methodId ? undefined : 'the response is about another payment method'
