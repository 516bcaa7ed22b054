import { expect, test } from 'vitest'
import { invoiceForm } from './invoices.ts'

const amountOf = (amount: unknown, currency?: string) =>
  invoiceForm.safeParse({ amount, ...(currency === undefined ? {} : { currency }) }).data?.amount

test('an amount has no more decimals than its currency', () => {
  for (const [amount, currency] of [
    ['1.001', 'USD'],
    [1.001, undefined],
    ['0.001', 'EUR'],
    ['100.5', 'JPY'],
    ['0.000000001', 'BTC'],
  ] as const) {
    expect(amountOf(amount, currency), `${amount} ${currency}`).toBeUndefined()
  }
  expect(invoiceForm.safeParse({ amount: '1.001' }).error?.issues[0]).toMatchObject({
    path: ['amount'],
    message: 'Please enter a valid amount',
  })
  for (const [amount, currency] of [
    ['1.01', 'USD'],
    ['1.010', 'USD'],
    ['100.00', 'JPY'],
    ['0.00000001', 'BTC'],
  ] as const) {
    expect(amountOf(amount, currency)).toBe(amount)
  }
})

test('a number of a few satoshis is a valid amount', () => {
  expect(amountOf(0.0000001, 'BTC')).toBe('0.00000010')
  expect(amountOf(0.00000001, 'BTC')).toBe('0.00000001')
  expect(amountOf(0.0000000015, 'BTC')).toBeUndefined()
  expect(amountOf(1e21, 'BTC')).toBeUndefined()
})
