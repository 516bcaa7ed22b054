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

it('writes every rate with three decimals', () => {
  expect([0.333, 0.25, 1, 0].map(writeRate)).toEqual(['0.333%', '0.250%', '1.000%', '0.000%'])
})
