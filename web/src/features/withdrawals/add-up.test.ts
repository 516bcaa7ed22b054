import { toCents } from '@bitquay/contract/money'
import { expect, test } from 'vitest'
import { addUpAvailable, addUpCosts } from './add-up.ts'

test('amount, withdrawal fee and network fee add up to what leaves the wallet', () => {
  expect(addUpCosts({ customerAmount: '640.00', totalFee: '14.40', networkFeeUsd: '0.95' })).toBe('655.35')
})

test.each([
  ['17976.02', '640.95'],
  ['250.00', '250.00'],
  ['250.00', '250.95'],
])('%s available, less %s and plus the reserve it uses, is what is available after', (available, leaves) => {
  const { fromReserveUsd = '0.00', afterUsd } = addUpAvailable(available, leaves)
  expect(toCents(available) + toCents(fromReserveUsd) - toCents(leaves)).toBe(toCents(afterUsd))
  expect(toCents(afterUsd)).toBeGreaterThanOrEqual(0n)
})
