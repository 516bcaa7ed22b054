import type { Store as StoreView } from '@bitquay/btcpay/wire/stores'
import { newStoreId } from '../../engine/stores/ids.ts'
import { newStore, type ShopStore } from '../../engine/stores/store.ts'
import { canInStore } from '../caller.ts'
import { missingPermission, storeLimitReached } from '../errors.ts'
import { covers, wireName } from '../permissions.ts'
import { authenticated, inStore, onServer, type Route } from '../route.ts'
import { readStoreSettings } from './read-store-settings.ts'

const VIEW = 'store.canviewstoresettings'
const MODIFY = 'store.canmodifystoresettings'

export const storeRoutes: Route[] = [
  // A key that may see no store at all is refused. A scoped key sees only its stores.
  authenticated('GET', '/stores', ({ btcpay }, caller) => {
    if (!caller.held.some((grant) => covers(grant.name, VIEW))) throw missingPermission(wireName(VIEW))
    return btcpay.stores
      .ofUser(caller.user.id)
      .filter((store) => canInStore(caller, VIEW, store))
      .map(toStoreView)
  }),

  onServer('POST', '/stores', MODIFY, (call, caller) => {
    const { btcpay } = call
    const quota = caller.user.storeQuota ?? btcpay.settings().storeQuota
    if (quota !== null && !caller.user.isAdmin && btcpay.stores.ofUser(caller.user.id).length >= quota) {
      throw storeLimitReached(quota)
    }
    const now = btcpay.engine.clock.nowSeconds()
    const blank = newStore(newStoreId(), '', caller.user.id, now)
    const store = { ...blank, settings: readStoreSettings(call.fields(), blank.settings) }
    btcpay.stores.put(store)
    return toStoreView(store)
  }),

  inStore('GET', '', VIEW, (_call, store) => toStoreView(store)),

  inStore('PUT', '', MODIFY, (call, store) => {
    const changed = { ...store, settings: readStoreSettings(call.fields(), store.settings) }
    call.btcpay.stores.put(changed)
    return toStoreView(changed)
  }),

  // Nothing is deleted: the caller leaves the store, and a store without users takes no new invoices.
  inStore('DELETE', '', MODIFY, ({ btcpay }, store, caller) => {
    btcpay.stores.put({ ...store, members: store.members.filter((member) => member.userId !== caller.user.id) })
  }),
]

export function toStoreView(store: ShopStore): StoreView {
  return { id: store.id, ...store.settings }
}
