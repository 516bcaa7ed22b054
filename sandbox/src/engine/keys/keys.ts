import type { Store as Journal } from '../engine.ts'

export type ApiKey = { key: string; userId: string; label: string; permissions: string[] }

export type Keys = {
  find(key: string): ApiKey | undefined
  put(key: ApiKey): void
  remove(key: string): void
  ofUser(userId: string): ApiKey[]
}

export const openKeys = (journal: Journal): Keys => {
  const keys = journal.collection<ApiKey, 'user'>('btcpay.keys', {
    id: (key) => key.key,
    indexes: { user: { key: (key) => key.userId } },
  })
  return {
    find: (key) => keys.get(key),
    put: (key) => keys.put(key),
    remove: (key) => keys.delete(key),
    ofUser: (userId) => keys.page('user', userId),
  }
}
