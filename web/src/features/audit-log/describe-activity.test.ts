import { expect, it } from 'vitest'
import { actorOf, detailsOf, nameOfActivity } from './describe-activity.ts'

it('reads acts as words', () => {
  expect(nameOfActivity('fees-announced')).toBe('Fees announced')
  expect(nameOfActivity('two-factor-reset')).toBe('Two factor reset')
})

it('reads details as names and values, without what says nothing', () => {
  expect(detailsOf({ platformFeePercent: '3.000 → 4', twice: false, amountSats: 0, note: null, empty: '' })).toEqual([
    { name: 'platform fee percent', value: '3.000 → 4' },
    { name: 'twice', value: 'no' },
    { name: 'amount sats', value: '0' },
  ])
})

it('names who acted, programs too', () => {
  expect(actorOf({ actorKind: 'admin', actorId: 1, actorEmail: 'a@bitquay.test' })).toBe('a@bitquay.test')
  expect(actorOf({ actorKind: 'api-key', actorId: 3, actorEmail: null })).toBe('API key 3')
  expect(actorOf({ actorKind: 'system', actorId: null, actorEmail: null })).toBe('The platform')
})
