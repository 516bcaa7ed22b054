import { expect, it } from 'vitest'
import { writeRate, writeShare } from './share-of.ts'

it('writes every share with four decimals', () => {
  expect(['2.12000000', '0.29970000', '0.00004999', '1234.56789000', '-0.33330000'].map(writeShare)).toEqual([
    '+$2.1200',
    '+$0.2997',
    '+$0.0000',
    '+$1,234.5679',
    '−$0.3333',
  ])
})

it('says which part of a payment a share is', () => {
  expect(writeRate('3.53000000', '1060.00')).toBe('0.333%')
  expect(writeRate('-3.53000000', '-1060.00')).toBe('0.333%')
  expect(writeRate(null, '1060.00')).toBeUndefined()
  expect(writeRate('3.53000000', null)).toBeUndefined()
  expect(writeRate('0.00000000', '0.00')).toBeUndefined()
})
