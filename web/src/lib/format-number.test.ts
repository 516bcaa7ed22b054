import { expect, it } from 'vitest'
import { formatCount, formatPercent, formatShare } from './format-number.ts'

it('writes fees as set and shares with two decimals', () => {
  expect(formatPercent(3)).toBe('3%')
  expect(formatPercent(0.333)).toBe('0.333%')
  expect(formatShare(33.33)).toBe('33.33%')
  expect(formatShare(50)).toBe('50.00%')
  expect(formatCount(1284)).toBe('1,284')
})
