import { describe, expect, it } from 'vitest'
import { findBaseUnits, priceInvoice } from './price-invoice.ts'

describe('what is typed', () => {
  it('is read to the cent', () => {
    const read = {
      '100': 10_000n,
      '100.5': 10_050n,
      '0.01': 1n,
      '.5': 50n,
      '1,250.50': 125_050n,
      ' $20 ': 2_000n,
      '7.': 700n,
    }
    for (const [typed, cents] of Object.entries(read)) expect(findBaseUnits(typed), typed).toBe(cents)
  })

  it('is refused when it is no amount', () => {
    for (const typed of [
      '',
      ' ',
      '.',
      'abc',
      '0',
      '0.00',
      '-5',
      '1e3',
      '1.234',
      '1,2',
      '12,34.5',
      '1 000',
      'NaN',
      '99999999999',
    ]) {
      expect(findBaseUnits(typed), typed).toBeUndefined()
    }
  })
})

describe('other currencies', () => {
  it('are read with their own decimals', () => {
    expect(findBaseUnits('2,500', 'JPY')).toBe(2_500n)
    expect(findBaseUnits('2.5', 'JPY')).toBeUndefined()
    expect(findBaseUnits('1.125', 'KWD')).toBe(1_125n)
    expect(findBaseUnits('0.00000001', 'BTC')).toBe(1n)
    expect(findBaseUnits('21', 'SATS')).toBe(21n)
  })
})

describe('the total', () => {
  it('is base × 1.06, half up to the cent', () => {
    expect(priceInvoice(10_000n, 6)).toEqual({ baseUnits: 10_000n, feeUnits: 600n, totalUnits: 10_600n })
    // 0.25 × 1.06 = 0.265
    expect(priceInvoice(25n, 6).totalUnits).toBe(27n)
    // 0.08 × 1.06 = 0.0848
    expect(priceInvoice(8n, 6).totalUnits).toBe(8n)
    // Where floats would say 1.0050 × 100 = 100.49999.
    expect(priceInvoice(67n, 50).totalUnits).toBe(101n)
  })

  it('follows the schedule, to a thousandth of a percent', () => {
    expect(priceInvoice(100_000n, 0).feeUnits).toBe(0n)
    expect(priceInvoice(100_000n, 0.333).totalUnits).toBe(100_333n)
    expect(priceInvoice(100_000n, 4.875).totalUnits).toBe(104_875n)
  })

  it('always is base and fee together', () => {
    for (let base = 1n; base < 3_000n; base += 7n) {
      const { feeUnits, totalUnits } = priceInvoice(base, 6)
      expect(base + feeUnits).toBe(totalUnits)
    }
  })
})
