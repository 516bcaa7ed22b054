import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  centsOfSats,
  divideHalfUp,
  findCents,
  findSats,
  fromCents,
  fromSats,
  satsForCents,
  toSats,
  usd8OfSats,
} from './money.ts'

test('amounts survive formatting and parsing', () => {
  fc.assert(fc.property(fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }), (sats) => toSats(fromSats(sats)) === sats))
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (cents) => findCents(fromCents(cents)) === cents),
  )
})

test('only a plain decimal is an amount', () => {
  for (const text of [
    '',
    ' 5',
    '5 ',
    '+5',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '.5',
    '5.',
    '1,000',
    '1.123456789',
    '9'.repeat(400),
    '٥',
  ]) {
    expect(findSats(text), text).toBeUndefined()
  }
  expect(() => toSats('1e3')).toThrow('is not an amount')
  expect(findCents('1.005')).toBeUndefined()
})

test('halves are rounded away from zero for positive and negative values', () => {
  expect(divideHalfUp(5n, 2n)).toBe(3n)
  expect(divideHalfUp(-5n, 2n)).toBe(-3n)
  expect(divideHalfUp(4n, 3n)).toBe(1n)
})

test('dollars convert to satoshis and back', () => {
  expect(centsOfSats(100_000_000n, 10_800_000n)).toBe(10_800_000n)
  expect(usd8OfSats(1n, 10_800_000n)).toBe(108_000n)
  expect(centsOfSats(925_926n, 10_800_000n)).toBe(100_000n)
  // Never less than was requested.
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.bigInt({ min: 100n, max: 10n ** 9n }), (cents, price) => {
      const sats = satsForCents(cents, price)
      return sats * price >= cents * 100_000_000n && (sats - 1n) * price < cents * 100_000_000n
    }),
  )
})
