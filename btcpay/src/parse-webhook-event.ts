import {
  type InvoiceWebhookEvent,
  invoiceWebhookEvent,
  type WebhookEnvelope,
  webhookEnvelope,
} from './wire/webhook-events.ts'

export type ParsedWebhookEvent =
  | { kind: 'invoice'; event: InvoiceWebhookEvent }
  /** A type that we don't know, or know by name but not in this shape: a newer BTCPay. */
  | { kind: 'other'; envelope: WebhookEnvelope; invoiceId?: string }
  | { kind: 'unreadable'; message: string }

/**
 * Call it after the signature was verified. It never throws, because a signed body that can't be parsed is still worth
 * keeping.
 */
export const parseWebhookEvent = (rawBody: Uint8Array): ParsedWebhookEvent => {
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
  } catch {
    return { kind: 'unreadable', message: 'the body is not JSON' }
  }
  const event = invoiceWebhookEvent.safeParse(body)
  if (event.success) return { kind: 'invoice', event: event.data }
  const envelope = webhookEnvelope.safeParse(body)
  if (!envelope.success) return { kind: 'unreadable', message: 'the body is not an event' }
  const invoiceId = (body as { invoiceId?: unknown }).invoiceId
  return { kind: 'other', envelope: envelope.data, ...(typeof invoiceId === 'string' ? { invoiceId } : {}) }
}
