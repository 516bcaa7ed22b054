import { describe, expect, it } from 'vitest'
import { formatBtc, formatUsd, splitBtc, splitSats, splitUsd } from './money-text.ts'

describe('USD', () => {
  it.each([
    ['18442.60', '$18,442.60'],
    ['0.00', '$0.00'],
    ['-250.00', '−$250.00'],
    ['1234567890123456789.01', '$1,234,567,890,123,456,789.01'],
    ['5', '$5.00'],
    ['0.5', '$0.50'],
    ['0.005', '$0.01'],
    ['0.00499999', '$0.00'],
    ['-0.004', '$0.00'],
    ['999.995', '$1,000.00'],
  ])('writes %s as %s', (amount, text) => expect(formatUsd(amount)).toBe(text))

  it('puts a plus before money in when asked', () => {
    expect(formatUsd('1060.00', 'always')).toBe('+$1,060.00')
    expect(formatUsd('-1060.00', 'always')).toBe('−$1,060.00')
  })

  it('parts dollars from cents', () =>
    expect(splitUsd('18442.6')).toEqual({ minus: false, dollars: '18,442', cents: '60' }))

  it('refuses what is not an amount', () => expect(() => formatUsd('1e3')).toThrow('Not a decimal amount: 1e3'))
})

describe('BTC', () => {
  it.each([
    [
      '0.17076481',
      [
        ['0.', '17'],
        ['', '076'],
        ['', '481'],
      ],
    ],
    [
      '0.00450185',
      [
        ['0.00', ''],
        ['', '450'],
        ['', '185'],
      ],
    ],
    [
      '0.00049074',
      [
        ['0.00', ''],
        ['0', '49'],
        ['', '074'],
      ],
    ],
    [
      '4.21800000',
      [
        ['', '4.21'],
        ['', '800'],
        ['', '000'],
      ],
    ],
    [
      '0.00000000',
      [
        ['0.00', ''],
        ['000', ''],
        ['000', ''],
      ],
    ],
    [
      '10',
      [
        ['', '10.00'],
        ['', '000'],
        ['', '000'],
      ],
    ],
  ])('groups %s', (amount, groups) =>
    expect(splitBtc(amount).groups.map(({ zeros, digits }) => [zeros, digits])).toEqual(groups),
  )

  it('is exact beyond what a float can hold', () => {
    expect(formatBtc('20999999.97690001')).toBe('20,999,999.97690001 BTC')
    expect(formatBtc('-0.00231481')).toBe('−0.00231481 BTC')
  })
})

it('satoshis are whole and grouped by thousands', () => {
  expect(splitSats('0.17076481')).toEqual({ minus: false, groups: ['17', '076', '481'] })
  expect(splitSats('-0.00000001')).toEqual({ minus: true, groups: ['1'] })
  expect(splitSats('0.00000000')).toEqual({ minus: false, groups: ['0'] })
  expect(splitSats('21.5')).toEqual({ minus: false, groups: ['2', '150', '000', '000'] })
})
