import type { CreatedWebhook, WebhookDelivery, Webhook as WebhookView } from '@bitquay/btcpay/wire/webhooks'
import { newWebhookId, newWebhookSecret } from '../../engine/stores/ids.ts'
import type { Delivery, Webhook } from '../../engine/webhooks/webhook.ts'
import { PRUNED_AFTER_SECONDS } from '../../engine/webhooks/webhooks.ts'
import { conflict, invalidField, notFound } from '../errors.ts'
import { atWebhook, type Call, inStore, type Route } from '../route.ts'

const MODIFY = 'store.webhooks.canmodifywebhooks'

export const webhookRoutes: Route[] = [
  inStore('GET', '/webhooks', MODIFY, ({ btcpay }, store) => btcpay.webhooks.ofStore(store.id).map(toView)),

  inStore('POST', '/webhooks', MODIFY, (call, store): CreatedWebhook => {
    const { secret, ...rest } = readWebhook(call)
    const webhook: Webhook = {
      id: newWebhookId(),
      storeId: store.id,
      createdAt: call.btcpay.engine.clock.now(),
      secret: secret || newWebhookSecret(),
      ...rest,
    }
    call.btcpay.webhooks.put(webhook)
    return { ...toView(webhook), secret: webhook.secret }
  }),

  ...atWebhook('GET', '', MODIFY, (_call, webhook) => toView(webhook)),

  // A full replacement, except that an empty secret keeps the old one.
  ...atWebhook('PUT', '', MODIFY, (call, webhook) => {
    const { secret, ...rest } = readWebhook(call)
    const changed: Webhook = { ...webhook, ...rest, secret: secret || webhook.secret }
    call.btcpay.webhooks.put(changed)
    return toView(changed)
  }),

  ...atWebhook('DELETE', '', MODIFY, ({ btcpay }, webhook) => btcpay.webhooks.remove(webhook.id)),

  ...atWebhook('GET', '/deliveries', MODIFY, ({ btcpay, query }, webhook) => {
    const count = query.integer('count')
    return btcpay.webhooks
      .deliveries(webhook.id, count === undefined ? undefined : Math.max(0, count))
      .map(toDeliveryView)
  }),

  ...atWebhook('GET', '/deliveries/:deliveryId', MODIFY, (call, webhook) =>
    toDeliveryView(deliveryOf(call, webhook.id)),
  ),

  ...atWebhook('GET', '/deliveries/:deliveryId/request', MODIFY, (call, webhook) =>
    JSON.parse(notPruned(call, deliveryOf(call, webhook.id)).request ?? '{}'),
  ),

  ...atWebhook('POST', '/deliveries/:deliveryId/redeliver', MODIFY, (call, webhook) =>
    call.btcpay.sender.redeliver(webhook, notPruned(call, deliveryOf(call, webhook.id))),
  ),
]

function readWebhook(call: Call): Omit<Webhook, 'id' | 'storeId' | 'createdAt'> {
  const body = call.fields()
  const url = body.text('url')
  const enabled = body.flag('enabled') ?? true
  const automaticRedelivery = body.flag('automaticRedelivery') ?? true
  const secret = body.text('secret') ?? ''
  const events = body.object('authorizedEvents')
  const everything = events?.flag('everything') ?? true
  const specificEvents = events?.texts('specificEvents') ?? []
  body.check()
  // BTCPay's only check.
  if (!url || !URL.canParse(url) || !/^https?:/i.test(url)) throw invalidField('Url', 'Invalid Url')
  return { url, enabled, automaticRedelivery, secret, everything, specificEvents }
}

function deliveryOf({ btcpay, params }: Call, webhookId: string): Delivery {
  const delivery = btcpay.webhooks.findDelivery(params['deliveryId'] ?? '')
  if (!delivery || delivery.webhookId !== webhookId) {
    throw notFound('webhookdelivery-not-found', 'The webhook delivery was not found')
  }
  return delivery
}

function notPruned({ btcpay }: Call, delivery: Delivery): Delivery {
  const isOld = btcpay.engine.clock.nowSeconds() - delivery.timestamp > PRUNED_AFTER_SECONDS
  if (isOld || delivery.request === null) {
    throw conflict('webhookdelivery-pruned', 'This webhook delivery has been pruned, so it can not be redelivered')
  }
  return delivery
}

function toView(webhook: Webhook): WebhookView {
  return {
    id: webhook.id,
    url: webhook.url,
    enabled: webhook.enabled,
    automaticRedelivery: webhook.automaticRedelivery,
    authorizedEvents: { everything: webhook.everything, specificEvents: webhook.specificEvents },
  }
}

function toDeliveryView(delivery: Delivery): WebhookDelivery {
  return {
    id: delivery.id,
    timestamp: delivery.timestamp,
    deliveryTime: delivery.deliveryTime,
    httpCode: delivery.httpCode,
    errorMessage: delivery.errorMessage,
    status: delivery.status,
  }
}
