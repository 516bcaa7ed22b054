import { z } from 'zod'
import type { Outcome } from '../outcome.ts'
import { type CallOptions, type Send, segment } from '../send.ts'
import {
  createdWebhook,
  redeliveryId,
  type Webhook,
  type WebhookRequest,
  webhook,
  webhookDeliveries,
  webhookDelivery,
  webhooks,
} from '../wire/webhooks.ts'

export const webhookCalls = (send: Send) => {
  const list = (storeId: string, options?: CallOptions) =>
    send({ method: 'GET', path: webhooksPath(storeId), answer: webhooks }, options)

  return {
    list,

    /** Uses the list, because reading a deleted webhook gives 404 for some minutes and 403 afterwards. */
    find: async (storeId: string, webhookId: string, options?: CallOptions): Promise<Outcome<Webhook | undefined>> => {
      const listed = await list(storeId, options)
      if (listed.kind !== 'ok') return listed
      return { ...listed, value: listed.value.find((one) => one.id === webhookId) }
    },

    get: (storeId: string, webhookId: string, options?: CallOptions) =>
      send(
        { method: 'GET', path: webhookPath(storeId, webhookId), answer: webhook, objection: isWebhook(webhookId) },
        options,
      ),

    /** The only response that carries the secret, which BTCPay generates when none is given. */
    create: (storeId: string, body: WebhookRequest, options?: CallOptions) =>
      send({ method: 'POST', path: webhooksPath(storeId), body, answer: createdWebhook }, options),

    /** Replaces everything except a missing secret, which stays. */
    update: (storeId: string, webhookId: string, body: WebhookRequest, options?: CallOptions) =>
      send(
        {
          method: 'PUT',
          path: webhookPath(storeId, webhookId),
          body,
          answer: webhook,
          objection: isWebhook(webhookId),
        },
        options,
      ),

    remove: (storeId: string, webhookId: string, options?: CallOptions) =>
      send({ method: 'DELETE', path: webhookPath(storeId, webhookId), answer: 'nothing' }, options),

    /** Newest first. A delivery is listed only after its first attempt. */
    listDeliveries: (storeId: string, webhookId: string, query: { count?: number } = {}, options?: CallOptions) =>
      send(
        { method: 'GET', path: webhookPath(storeId, webhookId, '/deliveries'), query, answer: webhookDeliveries },
        options,
      ),

    getDelivery: (storeId: string, webhookId: string, deliveryId: string, options?: CallOptions) =>
      send({ method: 'GET', path: deliveryPath(storeId, webhookId, deliveryId), answer: webhookDelivery }, options),

    /** The sent body, parsed. After 60 days it is pruned: 409 `webhookdelivery-pruned`. */
    getDeliveryRequest: (storeId: string, webhookId: string, deliveryId: string, options?: CallOptions) =>
      send(
        {
          method: 'GET',
          path: deliveryPath(storeId, webhookId, deliveryId, '/request'),
          answer: z.record(z.string(), z.unknown()),
        },
        options,
      ),

    /** Returns the new delivery's id. */
    redeliver: (storeId: string, webhookId: string, deliveryId: string, options?: CallOptions) =>
      send(
        {
          method: 'POST',
          path: deliveryPath(storeId, webhookId, deliveryId, '/redeliver'),
          answer: redeliveryId,
        },
        options,
      ),
  }
}

const isWebhook = (webhookId: string) => (answered: Webhook) =>
  answered.id === webhookId ? undefined : 'the response is another webhook'

const webhooksPath = (storeId: string): string => `/api/v1/stores/${segment(storeId)}/webhooks`

const webhookPath = (storeId: string, webhookId: string, rest = ''): string =>
  `${webhooksPath(storeId)}/${segment(webhookId)}${rest}`

const deliveryPath = (storeId: string, webhookId: string, deliveryId: string, rest = ''): string =>
  webhookPath(storeId, webhookId, `/deliveries/${segment(deliveryId)}${rest}`)
