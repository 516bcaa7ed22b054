import { expect, it } from 'vitest'
import { actorOf, detailsOf, nameOfActivity } from './describe-activity.ts'

it('shows activity in words', () => {
  expect(nameOfActivity('merchant-user-created')).toBe('Merchant user created')
  expect(nameOfActivity('fees-announced')).toBe('Fee change scheduled')
  expect(nameOfActivity('two-factor-reset')).toBe('2FA reset')
})

it('shows details as names and values, without empty ones', () => {
  expect(detailsOf({ platformFeePercent: '3.000 → 4', twice: false, amountSats: 0, note: null, empty: '' })).toEqual([
    { name: 'platform fee percent', value: '3.000 → 4' },
    { name: 'twice', value: 'no' },
    { name: 'amount sats', value: '0' },
  ])
})

it('names the actor, including API keys and the system', () => {
  expect(actorOf({ actorKind: 'admin', actorId: 1, actorEmail: 'a@bitquay.test' })).toBe('a@bitquay.test')
  expect(actorOf({ actorKind: 'api-key', actorId: 3, actorEmail: null })).toBe('API key 3')
  expect(actorOf({ actorKind: 'system', actorId: null, actorEmail: null })).toBe('System')
})
