import { describe, expect, it } from 'vitest'
import { findBaseCents, priceInvoice } from './price-invoice.ts'

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
    for (const [typed, cents] of Object.entries(read)) expect(findBaseCents(typed), typed).toBe(cents)
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
      expect(findBaseCents(typed), typed).toBeUndefined()
    }
  })
})

describe('the total', () => {
  it('is base × 1.06, half up to the cent', () => {
    expect(priceInvoice(10_000n, 6)).toEqual({ baseCents: 10_000n, feeCents: 600n, totalCents: 10_600n })
    // 0.25 × 1.06 = 0.265
    expect(priceInvoice(25n, 6).totalCents).toBe(27n)
    // 0.08 × 1.06 = 0.0848
    expect(priceInvoice(8n, 6).totalCents).toBe(8n)
    // Where floats would say 1.0050 × 100 = 100.49999.
    expect(priceInvoice(67n, 50).totalCents).toBe(101n)
  })

  it('follows the schedule, to a thousandth of a percent', () => {
    expect(priceInvoice(100_000n, 0).feeCents).toBe(0n)
    expect(priceInvoice(100_000n, 0.333).totalCents).toBe(100_333n)
    expect(priceInvoice(100_000n, 4.875).totalCents).toBe(104_875n)
  })

  it('always is base and fee together', () => {
    for (let base = 1n; base < 3_000n; base += 7n) {
      const { feeCents, totalCents } = priceInvoice(base, 6)
      expect(base + feeCents).toBe(totalCents)
    }
  })
})
