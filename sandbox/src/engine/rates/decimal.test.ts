import { describe, expect, it } from 'vitest'
import { decimal, divideUp, formatDecimal, multiply, parseDecimal, plainNumber, roundHalfUp } from './decimal.ts'

describe('decimals', () => {
  it('parses plain decimals only', () => {
    for (const text of ['', '+5', ' 5', '1e3', '0x10', 'NaN', '.5', '5.', '1,5', '١', '9'.repeat(31)]) {
      expect(parseDecimal(text), text).toBeUndefined()
    }
    expect(formatDecimal(decimal('-12.5'))).toBe('-12.5')
    expect(formatDecimal(decimal('0.00012'), 8)).toBe('0.00012000')
    expect(formatDecimal(0n)).toBe('0')
  })

  it('rounds amounts due up, and money half up', () => {
    expect(formatDecimal(divideUp(decimal('100'), decimal('108000'), 8), 8)).toBe('0.00092593')
    expect(formatDecimal(divideUp(decimal('-1'), decimal('3'), 2), 2)).toBe('-0.33')
    expect(formatDecimal(roundHalfUp(decimal('1.005'), 2), 2)).toBe('1.01')
    expect(formatDecimal(roundHalfUp(decimal('-1.005'), 2), 2)).toBe('-1.01')
  })

  it('multiplies exactly', () => {
    expect(formatDecimal(multiply(decimal('0.00000001'), decimal('108000.12')))).toBe('0.0010800012')
  })

  it('formats JSON numbers without an exponent', () => {
    expect(plainNumber(1e-7)).toBe('0.0000001')
    expect(plainNumber(1.5e21)).toBe('1500000000000000000000')
    expect(plainNumber(12.25)).toBe('12.25')
    expect(plainNumber(Number.NaN)).toBeUndefined()
  })
})
