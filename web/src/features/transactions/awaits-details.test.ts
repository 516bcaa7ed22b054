import { expect, it } from 'vitest'
import { awaitsDetails } from './awaits-details.ts'

it('waits for what an explorer will tell, for two minutes', () => {
  const nowMs = 1_800_000_000_000
  const fresh = { paymentMethod: 'BTC' as const, inputs: null, timestamp: 1_800_000_000 - 10 }
  expect(awaitsDetails([fresh], nowMs)).toBe(true)
  expect(awaitsDetails([{ ...fresh, inputs: [] }], nowMs)).toBe(false)
  expect(awaitsDetails([{ ...fresh, timestamp: 1_800_000_000 - 130 }], nowMs)).toBe(false)
  expect(awaitsDetails([{ ...fresh, paymentMethod: 'BTC-LN' }], nowMs)).toBe(false)
  expect(awaitsDetails([], nowMs)).toBe(false)
})
