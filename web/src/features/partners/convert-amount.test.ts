import { expect, it } from 'vitest'
import { convertAmount } from './convert-amount.ts'

it('says that bitcoin at today’s price is an estimate', () => {
  expect(convertAmount('108.00', 108_000)).toMatch(/^About 0\.001 ?0{0,5} ?.*BTC at \$108,000/)
  expect(convertAmount('0', 108_000)).toBeUndefined()
})
