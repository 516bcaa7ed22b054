import { z } from 'zod'
import { invoice, invoicePayment } from './invoices.ts'
import { paymentLink } from './payment-links.ts'
import { refund } from './refunds.ts'
import { id } from './scalars.ts'
import { webhookEndpoint } from './webhooks.endpoint.ts'
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
    meaning: 'The invoice is paid in full and waits for its confirmations.',
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
    type: 'invoice.paid_partial',
    about: 'invoice',
    btcpayName: 'InvoiceExpiredPaidPartial',
    meaning: 'The invoice expired after only a part of it was paid.',
  },
  {
    type: 'invoice.paid_late',
    about: 'invoice',
    btcpayName: 'InvoicePaidAfterExpiration',
    meaning:
      'A payment arrived after the invoice had expired or was canceled, or at a price that had ended. Decide whether you deliver.',
  },
  {
    type: 'invoice.invalid',
    about: 'invoice',
    btcpayName: 'InvoiceInvalid',
    meaning: 'The invoice was marked invalid, or its payment did not confirm in time.',
  },
  {
    type: 'invoice.overdue',
    about: 'invoice',
    meaning: 'The due date of an invoice has passed and it isn’t paid. It can still be paid.',
  },
  {
    type: 'invoice.overpaid',
    about: 'invoice',
    meaning: 'The customer paid more than the invoice’s amount. You can refund the rest.',
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
    type: 'withdrawal.created',
    about: 'withdrawal',
    meaning: 'A withdrawal was requested.',
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
    type: 'withdrawal.canceled',
    about: 'withdrawal',
    meaning: 'A withdrawal was canceled before it was signed. Its amount is available again.',
  },
  {
    type: 'refund.created',
    about: 'refund',
    btcpayName: 'InvoiceRefund',
    meaning: 'A refund was offered to a customer.',
  },
  {
    type: 'refund.claimed',
    about: 'refund',
    btcpayName: 'PayoutCreated',
    meaning: 'The customer entered an address for a refund. It is sent next, or waits for approval.',
  },
  {
    type: 'refund.broadcast',
    about: 'refund',
    btcpayName: 'PayoutUpdated',
    meaning: 'A claimed refund was sent to the network.',
  },
  {
    type: 'refund.confirmed',
    about: 'refund',
    btcpayName: 'PayoutUpdated',
    meaning: 'A refund has its first confirmation.',
  },
  {
    type: 'refund.failed',
    about: 'refund',
    btcpayName: 'PayoutUpdated',
    meaning:
      'A refund was canceled, or its payment failed. While its status is offered, the customer can claim it again.',
  },
  {
    type: 'refund.expired',
    about: 'refund',
    meaning: 'The customer didn’t claim a refund in time. You can offer it again.',
  },
  {
    type: 'payment_link.created',
    about: 'paymentLink',
    meaning: 'A payment link was created.',
  },
  {
    type: 'payment_link.updated',
    about: 'paymentLink',
    meaning: 'A payment link was changed, paused or resumed.',
  },
  {
    type: 'webhook_endpoint.disabled',
    about: 'webhookEndpoint',
    meaning: 'A webhook endpoint was disabled, by someone or because it returned 410. It gets no more events.',
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
  payment: z
    .strictObject({
      ...invoicePayment.shape,
      invoiceId: z.string().nullable().describe('The invoice that it pays.'),
      description: z.string().nullable().describe('A payer’s comment, or the reference of a deposit address.'),
      depositAddressId: id.nullable().describe('The deposit address that it paid.'),
    })
    .meta({ id: 'Payment', description: 'A payment of an invoice or to a deposit address.' }),
  withdrawal,
  refund,
  paymentLink,
  webhookEndpoint: webhookEndpoint
    .pick({ id: true, url: true, description: true, events: true, enabled: true, disabledBecause: true })
    .meta({ id: 'DisabledEndpoint', description: 'A webhook endpoint that gets no more events.' }),
  endpoint: z
    .strictObject({ endpointId: id.describe('The webhook endpoint that was tested.') })
    .meta({ id: 'TestedEndpoint', description: 'The endpoint that a test event was sent to.' }),
}
export type EventSubject = keyof typeof eventData

type SubjectOf<T extends EventType> = Extract<(typeof webhookEvents)[number], { type: T }>['about']
export type EventData<T extends EventType> = z.input<(typeof eventData)[SubjectOf<T>]>
