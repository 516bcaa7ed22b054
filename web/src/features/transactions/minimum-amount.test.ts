import { expect, it } from 'vitest'
import { isMinAmount } from '../../lib/address-filters.ts'
import { plainAmount } from './minimum-amount.ts'

it('knows an amount in bitcoin', () => {
  for (const good of ['1', '0.5', '0.00000001', '21000000']) expect(isMinAmount(good), good).toBe(true)
  for (const bad of ['', '0', '0.0', '-1', '1e-8', '0.000000001', '1,5']) expect(isMinAmount(bad), bad).toBe(false)
})

it('reads what the arrows of a number field write', () => {
  expect(['1e-8', '9e-7', '1.2e-7'].map(plainAmount)).toEqual(['0.00000001', '0.00000090', '0.00000012'])
  for (const text of ['', '1', '0.001', '1e-9', '1.5e-8', '1.25e-8', '1e3']) expect(plainAmount(text)).toBe(text)
})
