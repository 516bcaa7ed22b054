import { describe, expect, it } from 'vitest'
import { withFilter } from '../../lib/address-filters.ts'
import { isMinAmount, plainAmount, readFilters } from './filters.ts'

describe('filters in the address', () => {
  it('are read back as they were written', () => {
    let params = new URLSearchParams()
    params = withFilter(params, 'search', ' bc1q ')
    params = withFilter(params, 'purpose', 'loop-out')
    params = withFilter(params, 'type', 'incoming')
    params = withFilter(params, 'status', 'unconfirmed')
    params = withFilter(params, 'method', 'BTC-LN')
    params = withFilter(params, 'minAmount', '0.00000001')
    expect(readFilters(params)).toEqual({
      search: 'bc1q',
      purpose: 'loop-out',
      type: 'incoming',
      status: 'unconfirmed',
      method: 'BTC-LN',
      minAmount: '0.00000001',
    })
    expect(readFilters(withFilter(new URLSearchParams(), 'type', ''))).toEqual({})
  })

  it('leave out what the server would refuse', () => {
    expect(readFilters(new URLSearchParams('purpose=gift&type=sideways&status=odd&minAmount=1e-8&search=%20'))).toEqual(
      {},
    )
  })
})

it('knows an amount in bitcoin', () => {
  for (const good of ['1', '0.5', '0.00000001', '21000000']) expect(isMinAmount(good), good).toBe(true)
  for (const bad of ['', '0', '0.0', '-1', '1e-8', '0.000000001', '1,5']) expect(isMinAmount(bad), bad).toBe(false)
})

it('reads what the arrows of a number field write', () => {
  expect(['1e-8', '9e-7', '1.2e-7'].map(plainAmount)).toEqual(['0.00000001', '0.00000090', '0.00000012'])
  for (const text of ['', '1', '0.001', '1e-9', '1.5e-8', '1.25e-8', '1e3']) expect(plainAmount(text)).toBe(text)
})
