import { expect, it } from 'vitest'
import { detailsOf, nameOfAct } from './describe-act.ts'

it('reads acts as words', () => {
  expect(nameOfAct('fees-announced')).toBe('Fees announced')
  expect(nameOfAct('two-factor-reset')).toBe('Two factor reset')
})

it('reads details as names and values, without what says nothing', () => {
  expect(detailsOf({ platformFeePercent: '3.000 → 4', twice: false, amountSats: 0, note: null, empty: '' })).toEqual([
    { name: 'platform fee percent', value: '3.000 → 4' },
    { name: 'twice', value: 'no' },
    { name: 'amount sats', value: '0' },
  ])
})
