import { expect, test } from 'vitest'
import { checkRefund, listUnits, presetAmount, satsOfTyped } from './refund-form.ts'

const refundable = { everythingBtc: '0.00049114', overpaidBtc: '0.00000000', rates: { USD: '107913.37' } }
const invoice = { invoiceId: 'i', currency: 'USD', customerEmail: null, refundable }

test('the invoice’s currency comes first, and only currencies with a rate are offered', () => {
  expect(listUnits(invoice)).toEqual(['USD', 'BTC'])
  expect(listUnits({ ...invoice, currency: 'BTC' })).toEqual(['BTC', 'USD'])
  const rates = { USD: '107913.37', EUR: '92805.50' }
  expect(listUnits({ ...invoice, currency: 'EUR', refundable: { ...refundable, rates } })).toEqual([
    'EUR',
    'USD',
    'BTC',
  ])
  expect(listUnits({ ...invoice, currency: 'EUR' })).toEqual(['USD', 'BTC'])
})

test('what is typed is converted at the rate that the customer paid at', () => {
  expect(presetAmount('everything', 'USD', refundable)).toBe('53.00')
  expect(satsOfTyped('20', 'USD', refundable)).toBe(18_533n)
  expect(satsOfTyped(' 53.00 ', 'USD', refundable)).toBe(49_114n)
  expect(satsOfTyped('0.0001', 'BTC', refundable)).toBe(10_000n)
  expect(satsOfTyped('1,000.50', 'USD', refundable)).toBe(927_132n)
  expect(satsOfTyped('twenty', 'USD', refundable)).toBeUndefined()
})

test('an amount that is none or more than what is left is reported', () => {
  const check = checkRefund('USD', refundable)
  expect(check({ amount: '53', code: '123456' })).toEqual({ amount: undefined, code: undefined })
  for (const amount of ['', '0', '-1', 'x', '1.001']) {
    expect(check({ amount, code: '123456' }).amount, amount).toBe('Please enter a valid amount')
  }
  expect(check({ amount: '53.01', code: '123456' }).amount).toBe('Only $53.00 is left to refund')
  expect(check({ amount: '1', code: '12' }).code).toBe('Token must be 6 digits')
})
