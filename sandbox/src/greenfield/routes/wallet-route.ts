import { ON_CHAIN, parseMethodId } from '../../engine/invoices/payment-method-ids.ts'
import type { ShopStore } from '../../engine/stores/store.ts'
import type { Caller } from '../caller.ts'
import { notFound, unavailable } from '../errors.ts'
import { type Call, inStore, type Method, type Route } from '../route.ts'

/** A route under a store's wallet. Only the on-chain method has one. */
export const atWalletPath = (
  method: Method,
  tail: string,
  needs: string,
  handle: (call: Call, store: ShopStore, caller: Caller) => unknown,
): Route =>
  inStore(method, `/payment-methods/:paymentMethodId/wallet${tail}`, needs, (call, store, caller) => {
    if (parseMethodId(call.params['paymentMethodId'] ?? '') !== ON_CHAIN) {
      throw notFound('unknown-paymentMethodId', "This payment method id isn't set up in this BTCPay Server instance")
    }
    return handle(call, store, caller)
  })

/** The same, for a store that already has a wallet. */
export const atWallet = (
  method: Method,
  tail: string,
  needs: string,
  handle: (call: Call, store: ShopStore, caller: Caller) => unknown,
): Route =>
  atWalletPath(method, tail, needs, (call, store, caller) => {
    if (!call.btcpay.engine.wallets.find(store.id)) {
      throw unavailable(
        'not-available',
        `BTC services are not currently available (${store.id} doesn't have any derivation scheme set)`,
      )
    }
    return handle(call, store, caller)
  })
