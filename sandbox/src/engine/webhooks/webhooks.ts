import type { Store as Journal } from '../engine.ts'
import type { Delivery, Webhook } from './webhook.ts'

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

export function openWebhooks(journal: Journal): Webhooks {
  const webhooks = journal.collection<Webhook, 'store'>('btcpay.webhooks', {
    id: (webhook) => webhook.id,
    indexes: { store: { key: (webhook) => webhook.storeId, order: (webhook) => webhook.createdAt } },
  })
  const deliveries = journal.collection<Delivery, 'webhook'>('btcpay.deliveries', {
    id: (delivery) => delivery.id,
    indexes: { webhook: { key: (delivery) => delivery.webhookId, order: (delivery) => delivery.sequence } },
  })
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
    record: (delivery) => deliveries.put({ ...delivery, sequence: ++sequence }),
  }
}
