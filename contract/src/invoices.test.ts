import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invoiceForm } from './invoices.ts'
import { findUnits, fromUnits } from './money.ts'

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

test('a number is the amount that was written, to the smallest unit of its currency', () => {
  const unitsOf = fc.constantFrom(
    { currency: 'BTC', decimals: 8, most: 2_100_000_000_000_000n },
    { currency: 'KWD', decimals: 3, most: 10n ** 15n - 1n },
    { currency: 'USD', decimals: 2, most: 10n ** 14n - 1n },
    { currency: 'JPY', decimals: 0, most: 10n ** 12n - 1n },
  )
  fc.assert(
    fc.property(
      unitsOf.chain(({ most, ...rest }) => fc.bigInt({ min: 1n, max: most }).map((units) => ({ ...rest, units }))),
      ({ currency, decimals, units }) => {
        const accepted = amountOf(JSON.parse(fromUnits(units, decimals)), currency)
        expect(findUnits(accepted ?? '', decimals)).toBe(units)
      },
    ),
  )
})
