import type { Store as Journal } from '../engine.ts'
import type { Delivery, Webhook } from './webhook.ts'

/** After 60 days only the fact of a delivery is kept. */
export const PRUNED_AFTER_SECONDS = 60 * 86_400

export type Webhooks = {
  find(id: string): Webhook | undefined
  ofStore(storeId: string): Webhook[]
  put(webhook: Webhook): void
  remove(id: string): void
  findDelivery(id: string): Delivery | undefined
  /** Newest first. */
  deliveries(webhookId: string, count: number | undefined): Delivery[]
  record(delivery: Omit<Delivery, 'sequence'>): void
}

export const openWebhooks = (journal: Journal): Webhooks => {
  const webhooks = journal.collection<Webhook, 'store'>('btcpay.webhooks', {
    id: (webhook) => webhook.id,
    indexes: { store: { key: (webhook) => webhook.storeId, order: (webhook) => webhook.createdAt } },
  })
  const deliveries = journal.collection<Delivery, 'webhook' | 'unpruned'>('btcpay.deliveries', {
    id: (delivery) => delivery.id,
    indexes: {
      webhook: { key: (delivery) => delivery.webhookId, order: (delivery) => delivery.sequence },
      unpruned: {
        key: (delivery) => (delivery.request === null ? undefined : 'all'),
        order: (delivery) => delivery.sequence,
      },
    },
  })

  const prune = (nowSeconds: number): void => {
    for (;;) {
      const oldest = deliveries.first('unpruned', 'all')
      if (!oldest || nowSeconds - oldest.timestamp <= PRUNED_AFTER_SECONDS) return
      deliveries.put({ ...oldest, request: null })
    }
  }
  let sequence = 0
  for (const delivery of deliveries.values()) sequence = Math.max(sequence, delivery.sequence)

  return {
    find: (id) => webhooks.get(id),
    ofStore: (storeId) => webhooks.page('store', storeId),
    put: (webhook) => webhooks.put(webhook),
    remove(id) {
      journal.batch(() => {
        for (const delivery of deliveries.page('webhook', id)) deliveries.delete(delivery.id)
        webhooks.delete(id)
      })
    },
    findDelivery: (id) => deliveries.get(id),
    deliveries: (webhookId, count) =>
      deliveries.page('webhook', webhookId, { newestFirst: true, ...(count === undefined ? {} : { take: count }) }),
    record(delivery) {
      journal.batch(() => {
        deliveries.put({ ...delivery, sequence: ++sequence })
        prune(delivery.deliveryTime)
      })
    },
  }
}
