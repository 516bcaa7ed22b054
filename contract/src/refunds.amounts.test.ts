import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeRefundSats, fromRefundSats, normalizeAmount, toRefundSats } from './refunds.amounts.ts'

const rates = { USD: '107913.37', EUR: '92805.49820000', JPY: '16000000.12345678' }

test('amounts are converted at the given rate and rounded down', () => {
  expect(toRefundSats('20', 'USD', rates)).toBe(18_533n)
  expect(toRefundSats('20.00', 'USD', rates)).toBe(18_533n)
  expect(toRefundSats('1000', 'JPY', rates)).toBe(6249n)
  expect(toRefundSats('0.00018533', 'BTC', rates)).toBe(18_533n)
  expect(toRefundSats('18533', 'SATS', rates)).toBe(18_533n)
})

test('an amount with too many decimals or without a rate is no amount', () => {
  for (const [amount, currency] of [
    ['20.001', 'USD'],
    ['1.5', 'JPY'],
    ['1.5', 'SATS'],
    ['20', 'GBP'],
    ['x', 'USD'],
  ] as const) {
    expect(toRefundSats(amount, currency, rates), `${amount} ${currency}`).toBeUndefined()
  }
  expect(toRefundSats('20', 'USD', { USD: '0.00' })).toBeUndefined()
  expect(normalizeAmount('20.001', 'USD')).toBeUndefined()
  expect(normalizeAmount('20.1000', 'USD')).toBe('20.10')
})

const cents = fc.bigInt({ min: 1n, max: 100_000_000n })
const toText = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`

test('parts never add up to more satoshis than the whole', () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 2, maxLength: 6 }), cents, (parts, rate) => {
      const at = { USD: toText(rate) }
      const whole = toRefundSats(toText(parts.reduce((sum, part) => sum + part, 0n)), 'USD', at) ?? 0n
      const sum = parts.reduce((total, part) => total + (toRefundSats(toText(part), 'USD', at) ?? 0n), 0n)
      expect(sum).toBeLessThanOrEqual(whole)
    }),
  )
})

test('an amount that is shown as all that is left is exactly all that is left', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.constantFrom('USD', 'EUR', 'JPY', 'BTC', 'SATS'),
      (left, currency) => {
        const amount = fromRefundSats(left, currency, rates) ?? ''
        expect(computeRefundSats({ amount, currency }, rates, left)).toBe(left)
      },
    ),
  )
})
