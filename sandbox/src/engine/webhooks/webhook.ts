export type Webhook = {
  id: string
  storeId: string
  createdAt: number
  url: string
  enabled: boolean
  automaticRedelivery: boolean
  secret: string
  everything: boolean
  specificEvents: string[]
}

/** A row exists only after an attempt, as in BTCPay. */
export type Delivery = {
  id: string
  webhookId: string
  sequence: number
  /** When the event happened. The same for all redeliveries. */
  timestamp: number
  /** When it was attempted. */
  deliveryTime: number
  httpCode: number | null
  errorMessage: string | null
  status: 'Failed' | 'HttpError' | 'HttpSuccess'
  /** The body as it was sent. Null once it is pruned. */
  request: string | null
}

/** An event without its envelope. */
export type WebhookEvent = { type: string; storeId: string } & Record<string, unknown>

export const wants = (webhook: Webhook, type: string): boolean =>
  webhook.enabled && (webhook.everything || webhook.specificEvents.includes(type))
