import { z } from 'zod'
import { invoice, invoicePayment } from './invoices.ts'
import { refund } from './refunds.ts'
import { id } from './scalars.ts'
import { withdrawal } from './withdrawals.ts'

/**
 * Every event that a merchant's program can receive. The API, its documentation, the choice in the dashboard, the names
 * that BTCPay's shop plugins know and the type of `recordEvent` all follow from this list. A new event is one entry
 * here and one call of `recordEvent` where it happens.
 */
export const webhookEvents = [
  {
    type: 'invoice.created',
    about: 'invoice',
    btcpayName: 'InvoiceCreated',
    meaning: 'An invoice was created.',
  },
  {
    type: 'invoice.processing',
    about: 'invoice',
    btcpayName: 'InvoiceProcessing',
    meaning: 'The invoice is paid in full and waits for the first confirmation.',
  },
  {
    type: 'invoice.settled',
    about: 'invoice',
    btcpayName: 'InvoiceSettled',
    meaning: 'The invoice is paid, or was marked as paid. You can deliver.',
  },
  {
    type: 'invoice.expired',
    about: 'invoice',
    btcpayName: 'InvoiceExpired',
    meaning: 'The invoice expired before it was paid in full.',
  },
  {
    type: 'invoice.invalid',
    about: 'invoice',
    btcpayName: 'InvoiceInvalid',
    meaning: 'The invoice was marked invalid, or its payment did not confirm in time.',
  },
  {
    type: 'payment.received',
    about: 'payment',
    btcpayName: 'InvoiceReceivedPayment',
    meaning: 'A payment was seen on the network, or arrived over Lightning.',
  },
  {
    type: 'payment.confirmed',
    about: 'payment',
    btcpayName: 'InvoicePaymentSettled',
    meaning: 'A payment counts: it has its first confirmation, or arrived over Lightning.',
  },
  {
    type: 'payment.reversed',
    about: 'payment',
    meaning: 'A payment no longer counts: the payer replaced it, or the chain reorganized.',
  },
  {
    type: 'withdrawal.broadcast',
    about: 'withdrawal',
    meaning: 'A withdrawal was sent to the network.',
  },
  {
    type: 'withdrawal.confirmed',
    about: 'withdrawal',
    meaning: 'A withdrawal has its first confirmation.',
  },
  {
    type: 'withdrawal.failed',
    about: 'withdrawal',
    meaning: 'A withdrawal failed. Its amount is available again.',
  },
  {
    type: 'refund.created',
    about: 'refund',
    meaning: 'A refund was offered to a customer.',
  },
  {
    type: 'refund.claimed',
    about: 'refund',
    meaning: 'The customer entered an address for a refund. It is sent next.',
  },
  {
    type: 'refund.broadcast',
    about: 'refund',
    meaning: 'A claimed refund was sent to the network.',
  },
  {
    type: 'refund.confirmed',
    about: 'refund',
    meaning: 'A refund has its first confirmation.',
  },
  {
    type: 'refund.failed',
    about: 'refund',
    meaning:
      'A refund was canceled, or its payment failed. While its status is offered, the customer can claim it again.',
  },
  {
    type: 'ping',
    about: 'endpoint',
    meaning: 'You sent a test event.',
  },
] as const satisfies readonly WebhookEvent[]

export type WebhookEvent = { type: string; about: EventSubject; btcpayName?: string; meaning: string }

export const eventTypes = webhookEvents.map(({ type }) => type)
export type EventType = (typeof webhookEvents)[number]['type']

export const eventType = z.enum(eventTypes)

/** The `data` of an event: the object as the API returns it at that time. */
export const eventData = {
  invoice,
  payment: z.strictObject({ ...invoicePayment.shape, invoiceId: z.string().nullable() }),
  withdrawal,
  refund,
  endpoint: z.strictObject({ endpointId: id }),
}
export type EventSubject = keyof typeof eventData

type SubjectOf<T extends EventType> = Extract<(typeof webhookEvents)[number], { type: T }>['about']
export type EventData<T extends EventType> = z.input<(typeof eventData)[SubjectOf<T>]>
