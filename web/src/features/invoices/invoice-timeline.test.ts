import { describe, expect, it } from 'vitest'
import type { DetailedInvoice } from './invoice-payments.tsx'
import { timelineOf } from './invoice-timeline.ts'

const now = new Date('2026-01-01T13:00:00Z')
const invoice: DetailedInvoice = {
  invoiceId: 'inv',
  status: 'new',
  additionalStatus: 'none',
  amount: '106.00',
  currency: 'USD',
  amountBtc: '0.00100000',
  amountUsd: '106.00',
  paidBtc: '0.00000000',
  dueBtc: '0.00100000',
  description: null,
  customerEmail: null,
  customerName: null,
  metadata: {},
  paymentLinkId: null,
  redirectUrl: null,
  checkoutLink: 'http://localhost/i/inv',
  bitcoinAddress: null,
  lightningInvoice: null,
  qrCodeData: null,
  missingMethods: [],
  mayBeMarked: [],
  createdAt: '2026-01-01T12:50:00.000Z',
  expiresAt: '2026-01-01T13:05:00.000Z',
  paidAt: null,
  payments: [],
}
const payment = {
  id: 'p',
  txid: 't',
  method: 'on-chain' as const,
  amountBtc: '0.00100000',
  amountUsd: '106.00',
  status: 'confirmed' as const,
  confirmations: 1,
  seenAt: '2026-01-01T12:55:00.000Z',
}
const words = (of: DetailedInvoice) => timelineOf(of, now).map(({ text }) => text)

describe('the timeline', () => {
  it('begins with the creation, even when the payment server’s clock runs behind ours', () => {
    const early = { ...payment, seenAt: '2026-01-01T12:49:59.000Z' }
    expect(words({ ...invoice, payments: [early] })[0]).toBe('Created')
  })

  it('says what is ahead of a new invoice', () => {
    expect(words(invoice)).toEqual(['Created', 'Expires'])
  })

  it('tells a payment from seen to settled', () => {
    expect(words({ ...invoice, status: 'processing', payments: [{ ...payment, status: 'pending' }] })).toEqual([
      'Created',
      'On-chain payment seen',
      'Waiting for its confirmation',
    ])
    const paidAt = '2026-01-01T12:56:00.000Z'
    expect(words({ ...invoice, status: 'settled', paidAt, payments: [payment] })).toEqual([
      'Created',
      'On-chain payment seen',
      'Paid',
      'Settled',
    ])
  })

  it('puts a late payment after the expiry', () => {
    const late: DetailedInvoice = {
      ...invoice,
      status: 'settled',
      additionalStatus: 'paid-late',
      expiresAt: '2026-01-01T12:52:00.000Z',
      payments: [payment],
    }
    expect(words(late)).toEqual(['Created', 'Expired', 'On-chain payment seen', 'Settled'])
  })

  it('names what was done by hand', () => {
    expect(words({ ...invoice, status: 'invalid', additionalStatus: 'marked' })).toEqual([
      'Created',
      'Invalid, marked by hand',
    ])
  })
})
