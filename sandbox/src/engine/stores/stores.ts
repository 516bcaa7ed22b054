import type { Store as Journal } from '../engine.ts'
import type { ShopStore } from './store.ts'

export type Stores = {
  find(id: string): ShopStore | undefined
  put(store: ShopStore): void
  /** The stores of a user, oldest first. */
  ofUser(userId: string): ShopStore[]
  all(): ShopStore[]
}

export const openStores = (journal: Journal): Stores => {
  const stores = journal.collection<ShopStore, 'member' | 'all'>('btcpay.stores', {
    id: (store) => store.id,
    indexes: {
      member: { key: (store) => store.members.map((member) => member.userId), order: (store) => store.createdAt },
      all: { key: () => 'all', order: (store) => store.createdAt },
    },
  })
  return {
    find: (id) => stores.get(id),
    put: (store) => stores.put(store),
    ofUser: (userId) => stores.page('member', userId),
    all: () => stores.page('all', 'all'),
  }
}
