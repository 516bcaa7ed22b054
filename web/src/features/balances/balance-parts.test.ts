import { expect, it } from 'vitest'
import { splitBalance } from './balance-parts.ts'

const balance = {
  btc: '0.17076481',
  usd: '18442.60',
  availableBtc: '0.16758750',
  availableUsd: '18099.45',
  feesOwedBtc: '0.00086250',
  feesOwedUsd: '93.15',
  configured: true,
  asOf: null,
  stale: false,
}

it('what is neither available nor owed in fees is reserved, to the cent', () => {
  const parts = splitBalance(balance)
  expect(parts.reserved.usd).toBe('250.00')
  expect(parts.available.weight + parts.fees.weight + parts.reserved.weight).toBe(17_076_481)
})

it('fees above what is there leave nothing reserved', () => {
  const parts = splitBalance({
    ...balance,
    availableBtc: '0.00000000',
    availableUsd: '0.00',
    feesOwedBtc: '0.20000000',
    feesOwedUsd: '21600.00',
  })
  expect(parts.reserved).toEqual({ usd: '0.00', weight: 0 })
})
