import { expect, test } from 'vitest'
import { leftOfHundred } from './left-of-hundred.ts'
import { sampleMerchant } from './sample-merchant.ts'

test('what is left of a hundred dollars is exact', () => {
  expect(leftOfHundred(['3', '1', '5.0'])).toBe('91.00')
  expect(leftOfHundred(['3', '1', '0'])).toBe('96.00')
  expect(leftOfHundred(['3.005', '1', '0.1'])).toBe('95.90')
  expect(leftOfHundred(['50', '50', '50'])).toBeUndefined()
  expect(leftOfHundred(['3', ''])).toBeUndefined()
  expect(leftOfHundred(['3', '-1'])).toBeUndefined()
})

test('a sample is a merchant that could be one, and another each time', () => {
  const [one, two] = [sampleMerchant(() => 0.1), sampleMerchant(() => 0.9)]
  for (const sample of [one, two]) {
    expect(sample.email).toMatch(/^[a-z-]+[a-z0-9]{5}@bitquay\.test$/)
    expect(sample.password.length).toBeGreaterThanOrEqual(8)
  }
  expect(one.email).not.toBe(two.email)
})
