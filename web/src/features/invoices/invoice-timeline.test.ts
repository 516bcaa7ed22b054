import { describe, expect, it } from 'vitest'
import { timelineOf } from './invoice-timeline.ts'
import type { DetailedInvoice } from './use-invoices.ts'

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
  state: 'unpaid',
  needsAttention: false,
  receivedUsd: '0.00',
  paidBy: [],
  createdBy: null,
  payments: [],
  sums: null,
  customer: null,
  refunds: [],
  refundable: { everythingBtc: '0.00000000', overpaidBtc: '0.00000000' },
  mailedAt: null,
  firstSeenAt: null,
  emails: [],
  remindersStoppedAt: null,
  actions: [],
}
const payment = {
  id: 'p',
  txid: 't',
  method: 'on-chain' as const,
  amountBtc: '0.00100000',
  amountUsd: '106.00',
  status: 'confirmed' as const,
  confirmations: 1,
  feeUsd: '-4.24',
  netUsd: '101.76',
  confirmedAt: '2026-01-01T12:56:00.000Z',
  seenAt: '2026-01-01T12:55:00.000Z',
}
const words = (of: DetailedInvoice) => timelineOf(of, now).map(({ text }) => text)

describe('the timeline', () => {
  it('begins with the creation, even when the payment server’s clock runs behind ours', () => {
    const early = { ...payment, seenAt: '2026-01-01T12:49:59.000Z' }
    expect(words({ ...invoice, payments: [early] })[0]).toBe('Created')
  })

  it('says who created it', () => {
    const created = (createdBy: DetailedInvoice['createdBy']) => words({ ...invoice, createdBy })[0]
    expect(created({ type: 'person', name: 'Anna' })).toBe('Created by Anna')
    expect(created({ type: 'api-key', name: 'Shop' })).toBe('Created with API key Shop')
    expect(created({ type: 'payment-link', name: 'Donations' })).toBe('Created from payment link Donations')
    expect(created({ type: 'customer', name: null })).toBe('Renewed by the customer')
  })

  it('says what is ahead of a new invoice', () => {
    expect(words(invoice)).toEqual(['Created', 'Expires'])
  })

  it('follows a payment from seen to paid', () => {
    expect(words({ ...invoice, status: 'processing', payments: [{ ...payment, status: 'pending' }] })).toEqual([
      'Created',
      'On-chain payment seen',
      'Waiting for the first confirmation',
    ])
    const paidAt = '2026-01-01T12:56:00.000Z'
    expect(words({ ...invoice, status: 'settled', paidAt, payments: [payment] })).toEqual([
      'Created',
      'On-chain payment seen',
      'Paid',
    ])
  })

  it('puts the opening before a payment of the same second', () => {
    const opened = { timesOpened: 1, lastOpenedAt: payment.seenAt.replace('.000Z', '.400Z') }
    expect(words({ ...invoice, status: 'processing', payments: [payment], ...opened })).toEqual([
      'Created',
      'Opened by the customer',
      'On-chain payment seen',
      'Waiting for the first confirmation',
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
    expect(words(late)).toEqual(['Created', 'Expired', 'On-chain payment seen'])
  })

  it('names who decided', () => {
    const action = { at: '2026-01-01T12:58:00.000Z', by: 'anna@example.test' }
    expect(words({ ...invoice, status: 'invalid', actions: [{ ...action, type: 'marked-invalid' }] })).toEqual([
      'Created',
      'Marked as invalid by anna@example.test',
    ])
  })
})
