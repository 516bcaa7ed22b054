import { expect, it } from 'vitest'
import { formatDateTime } from '../../lib/format-date.ts'
import { actorOf, detailsOf, nameOfActivity, subjectOf } from './describe-activity.ts'

it('shows activity in words', () => {
  expect(nameOfActivity('merchant-user-created')).toBe('Merchant user created')
  expect(nameOfActivity('fees-announced')).toBe('Fee change scheduled')
  expect(nameOfActivity('two-factor-reset')).toBe('2FA reset')
  expect(nameOfActivity('api-key-created')).toBe('API key created')
  expect(nameOfActivity('loop-out-requested')).toBe('Loop-out requested')
  expect(nameOfActivity('lightning-address-changed')).toBe('Lightning Address changed')
})

it('shows details as names and values, without empty ones', () => {
  expect(detailsOf({ platformFeePercent: '3.000 → 4', twice: false, amountSats: 0, note: null, empty: '' })).toEqual([
    { name: 'Platform fee percent', value: '3.000 → 4' },
    { name: 'Twice', value: 'no' },
    { name: 'Amount sats', value: '0' },
  ])
  expect(detailsOf({ kind: 'overpaid', amountBtc: '0.1', invoiceId: 'a1' }).map(({ name }) => name)).toEqual([
    'Type',
    'Amount BTC',
    'Invoice ID',
  ])
})

it('shows times as everywhere else', () => {
  const at = '2026-12-27T00:00:00.000Z'
  expect(detailsOf({ effectiveFrom: at })).toEqual([{ name: 'Effective from', value: formatDateTime(at) }])
})

it('names what it is about', () => {
  expect(subjectOf({ subjectKind: 'api-key', subjectId: '3' })).toBe('API key 3')
  expect(subjectOf({ subjectKind: 'payment-link', subjectId: '24' })).toBe('Payment link 24')
  expect(subjectOf({ subjectKind: null, subjectId: null })).toBeUndefined()
})

it('names the actor, including API keys and the system', () => {
  expect(actorOf({ actorKind: 'admin', actorId: 1, actorEmail: 'a@bitquay.test' })).toBe('a@bitquay.test')
  expect(actorOf({ actorKind: 'api-key', actorId: 3, actorEmail: null })).toBe('API key 3')
  expect(actorOf({ actorKind: 'system', actorId: null, actorEmail: null })).toBe('System')
})
