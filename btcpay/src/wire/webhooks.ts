import { z } from 'zod'
import { unixSeconds } from './primitives.ts'

export const webhook = z.object({
  id: z.string().min(1),
  url: z.string(),
  enabled: z.boolean(),
  automaticRedelivery: z.boolean(),
  authorizedEvents: z.object({ everything: z.boolean(), specificEvents: z.array(z.string()).nullish() }),
})
export type Webhook = z.infer<typeof webhook>
export const webhooks = z.array(webhook)

/** Only create returns the secret. */
export const createdWebhook = webhook.extend({ secret: z.string().min(1) })
export type CreatedWebhook = z.infer<typeof createdWebhook>

/** Update replaces everything except an empty `secret`, which keeps the old one. */
export type WebhookRequest = {
  url: string
  enabled?: boolean
  automaticRedelivery?: boolean
  secret?: string
  authorizedEvents?: { everything?: boolean; specificEvents?: string[] }
}

export const webhookDeliveryStatus = z.enum(['Failed', 'HttpError', 'HttpSuccess'])

export const webhookDelivery = z.object({
  id: z.string().min(1),
  timestamp: unixSeconds,
  deliveryTime: unixSeconds.nullish(),
  httpCode: z.int().nullish(),
  errorMessage: z.string().nullish(),
  status: webhookDeliveryStatus,
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>
export const webhookDeliveries = z.array(webhookDelivery)

/** Redelivery returns the new delivery's id as a bare JSON string. */
export const redeliveryId = z.string().min(1)
