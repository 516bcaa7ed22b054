import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AmountFormatError,
  btcToMsats,
  btcToSats,
  msatsToSatsRoundedDown,
  parseMsats,
  parseSats,
  satsToBtc,
} from './amounts.ts'

const anySats = fc.bigInt({ min: -2_100_000_000_000_000n, max: 2_100_000_000_000_000n })

describe('amounts', () => {
  it('survive formatting and parsing unchanged', () => {
    fc.assert(fc.property(anySats, (sats) => btcToSats(satsToBtc(sats)) === sats))
    fc.assert(fc.property(anySats, (sats) => btcToMsats(satsToBtc(sats)) === sats * 1000n))
  })

  it('are exact where floats are not', () => {
    expect(btcToSats('0.00012')).toBe(12_000n)
    expect(btcToSats('20999999.99999999')).toBe(2_099_999_999_999_999n)
    expect(btcToSats('-0.1')).toBe(-10_000_000n)
    expect(btcToSats('3')).toBe(300_000_000n)
    expect(btcToSats('0.10000000000')).toBe(10_000_000n)
    expect(btcToMsats('0.00000000001')).toBe(1n)
    expect(satsToBtc(1n)).toBe('0.00000001')
    expect(satsToBtc(-123_456_789n)).toBe('-1.23456789')
    expect(parseMsats('1000000')).toBe(1_000_000n)
    expect(parseSats('21')).toBe(21n)
  })

  it.each([
    '1e3',
    '1E-8',
    '0.123456789',
    '+5',
    ' 5',
    '5 ',
    '5\n',
    '.5',
    '5.',
    '',
    '-',
    '1,5',
    '1_000',
    '0x10',
    'NaN',
    'Infinity',
    '--5',
    '٣',
    '21000000.00000001',
    '9'.repeat(400),
    '99999999999999999999999999999',
  ])('refuse %j as BTC', (text) => {
    expect(() => btcToSats(text)).toThrow(AmountFormatError)
  })

  it('refuse fractions of the smallest unit', () => {
    expect(() => btcToMsats('0.000000000001')).toThrow(AmountFormatError)
    for (const text of ['1.5', '1.0', '1e3', '', '٣']) {
      expect(() => parseMsats(text)).toThrow(AmountFormatError)
      expect(() => parseSats(text)).toThrow(AmountFormatError)
    }
  })

  it('never round a millisatoshi up', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (msats) => {
        const sats = msatsToSatsRoundedDown(msats)
        return sats * 1000n <= msats && (sats + 1n) * 1000n > msats
      }),
    )
  })
})
