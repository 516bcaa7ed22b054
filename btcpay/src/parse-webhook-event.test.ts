import { describe, expect, it } from 'vitest'
import { parseWebhookEvent } from './parse-webhook-event.ts'

const envelope = {
  deliveryId: 'd2',
  webhookId: 'w',
  originalDeliveryId: 'd1',
  isRedelivery: true,
  timestamp: 1700000000,
  storeId: 's',
}
const payment = { id: 'x-0', receivedDate: 1, value: '0.1', fee: '0.0', status: 'Processing', destination: 'bcrt1q' }

describe('parseWebhookEvent', () => {
  it.each([
    ['InvoiceCreated', {}],
    ['InvoiceReceivedPayment', { afterExpiration: false, paymentMethodId: 'BTC-CHAIN', payment }],
    ['InvoicePaymentSettled', { afterExpiration: true, paymentMethodId: 'BTC-LN', payment }],
    ['InvoiceProcessing', { overPaid: true }],
    ['InvoiceExpired', { partiallyPaid: true }],
    ['InvoiceSettled', { manuallyMarked: false, overPaid: false }],
    ['InvoiceInvalid', { manuallyMarked: true }],
    ['InvoiceExpiredPaidPartial', {}],
    ['InvoicePaidAfterExpiration', {}],
    ['InvoiceRefund', { pullPaymentId: 'p' }],
  ])('parses %s, also with unknown fields', (type, fields) => {
    const body = { ...envelope, type, invoiceId: 'i', metadata: { orderId: 'o' }, ...fields, future: [1] }
    expect(parseWebhookEvent(bytes(body))).toMatchObject({
      kind: 'invoice',
      event: { type, invoiceId: 'i', ...fields },
    })
  })

  it('keeps the envelope of an unknown type', () => {
    const body = { ...envelope, type: 'PlanStarted', subscriber: {} }
    expect(parseWebhookEvent(bytes(body))).toEqual({ kind: 'other', envelope: { ...envelope, type: 'PlanStarted' } })
  })

  it('keeps the invoice id of an event with another shape', () => {
    const body = { ...envelope, type: 'InvoiceProcessing', invoiceId: 'i', overPaid: 'yes' }
    expect(parseWebhookEvent(bytes(body))).toMatchObject({ kind: 'other', invoiceId: 'i' })
  })

  it.each(['', '{', 'null', '[]', '"x"', '{}', '<html>'])('reports %j as unreadable', (text) => {
    expect(parseWebhookEvent(Buffer.from(text))).toMatchObject({ kind: 'unreadable' })
  })

  it('reports bytes that are not UTF-8 as unreadable', () => {
    expect(parseWebhookEvent(Buffer.from([0xff, 0xfe]))).toMatchObject({ kind: 'unreadable' })
  })
})

function bytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value, null, 2))
}
