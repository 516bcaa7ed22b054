import { invoiceStateWords } from '@bitquay/contract/invoices'
import { describe, expect, it } from 'vitest'
import { findOverpaidUsd, isPayable, meaningOf, paidUsdOf } from './describe-invoice.ts'

describe('an invoice in words', () => {
  it('has one word per state', () => {
    expect(Object.values(invoiceStateWords)).toEqual([
      'Unpaid',
      'Confirming',
      'Paid',
      'Partially paid',
      'Overpaid',
      'Paid late',
      'Expired',
      'Invalid',
      'Overdue',
    ])
  })

  it('says what a partial payment means before and after the expiry', () => {
    const partial = { state: 'partially-paid', additionalStatus: 'paid-partial', needsAttention: true } as const
    expect(meaningOf({ ...partial, status: 'new' })).toBe('Partially paid. The rest is still due')
    expect(meaningOf({ ...partial, status: 'expired' })).toBe('Partially paid, then expired. You may want to refund it')
  })

  it('says that a person decided', () => {
    const marked = { additionalStatus: 'marked', needsAttention: false } as const
    expect(meaningOf({ ...marked, state: 'paid', status: 'settled' })).toBe('Marked as paid manually')
    expect(meaningOf({ ...marked, state: 'invalid', status: 'invalid' })).toBe('Marked as invalid manually')
  })
})

it('counts a partial payment before it is confirmed, at the price of the invoice', () => {
  const partial = { amountUsd: '240.00', amountBtc: '0.00216376', paidBtc: '0.00080000' }
  expect(paidUsdOf({ ...partial, status: 'new', receivedUsd: '0.00' })).toBe('88.73')
  expect(paidUsdOf({ ...partial, status: 'expired', receivedUsd: '0.00' })).toBe('88.73')
  expect(paidUsdOf({ ...partial, status: 'expired', receivedUsd: '88.72' })).toBe('88.72')
  expect(paidUsdOf({ ...partial, amountUsd: null, amountBtc: null, status: 'new', receivedUsd: '0.00' })).toBe('0.00')
})

it('knows what was paid too much only once it was received', () => {
  const overpaid = { state: 'overpaid', amountUsd: '1800.60' } as const
  expect(findOverpaidUsd({ ...overpaid, receivedUsd: '1812.60' })).toBe('12.00')
  expect(findOverpaidUsd({ ...overpaid, receivedUsd: '0.00' })).toBeUndefined()
  expect(findOverpaidUsd({ ...overpaid, state: 'paid', receivedUsd: '1812.60' })).toBeUndefined()
})

it('can be paid while it is new and has time left', () => {
  const now = new Date('2026-01-01T12:00:00Z')
  expect(isPayable({ status: 'new', expiresAt: '2026-01-01T12:00:01Z' }, now)).toBe(true)
  expect(isPayable({ status: 'new', expiresAt: '2026-01-01T12:00:00Z' }, now)).toBe(false)
  expect(isPayable({ status: 'processing', expiresAt: '2026-01-01T13:00:00Z' }, now)).toBe(false)
})
