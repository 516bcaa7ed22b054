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

/** A row exists only after an attempt, as on BTCPay. */
export type Delivery = {
  id: string
  webhookId: string
  sequence: number
  /** When the event happened; the same over all redeliveries. */
  timestamp: number
  /** When it was tried. */
  deliveryTime: number
  httpCode: number | null
  errorMessage: string | null
  status: 'Failed' | 'HttpError' | 'HttpSuccess'
  /** The body as it was sent; null once it is pruned. */
  request: string | null
}

/** What an event says apart from the envelope. */
export type WebhookEvent = { type: string; storeId: string } & Record<string, unknown>

export const wants = (webhook: Webhook, type: string): boolean =>
  webhook.enabled && (webhook.everything || webhook.specificEvents.includes(type))
