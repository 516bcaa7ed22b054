import { actorOf, nameOfActivity, subjectOf } from '@bitquay/contract/audit-log.words'
import { expect, it } from 'vitest'
import { formatDateTime } from '../../lib/format-date.ts'
import { detailsOf } from './describe-activity.ts'

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
    { name: 'Amount sats', value: '0' },
    { name: 'Platform fee percent', value: '3.000 → 4' },
    { name: 'Twice', value: 'no' },
  ])
  expect(detailsOf({ kind: 'overpaid', amountBtc: '0.1', invoiceId: 'a1' }).map(({ name }) => name)).toEqual([
    'Amount in bitcoin',
    'Type',
    'Invoice ID',
  ])
})

it('shows times as everywhere else', () => {
  const at = '2026-12-27T00:00:00.000Z'
  expect(detailsOf({ effectiveFrom: at })).toEqual([{ name: 'Effective from', value: formatDateTime(at) }])
})

const about = (subjectKind: string | null, subjectId: string | null, act = 'x', detail = {}) =>
  subjectOf({ act, subjectKind, subjectId, detail })

it('names what it is about', () => {
  expect(about('api-key', '3')).toBe('API key 3')
  expect(about('payment-link', '24')).toBe('Payment link 24')
  expect(about('letter', '7')).toBe('Email 7')
  expect(about(null, null)).toBeUndefined()
})

it('names a send after the money that it moves', () => {
  expect(about('send', '24', 'withdrawal-requested')).toBe('Withdrawal 24')
  expect(about('send', '24', 'withdrawal-cancelled')).toBe('Withdrawal 24')
  expect(about('send', '25', 'partner-withdrawal-requested')).toBe('Partner payout 25')
  expect(about('send', '26', 'send-called-off', { kind: 'refund' })).toBe('Refund 26')
  expect(about('send', '27', 'send-resolved', { outcome: 'lost' })).toBe('Payout 27')
})

it('shows amounts as everywhere else', () => {
  expect(detailsOf({ amountUsd: '1310.00', amountBtc: '0.03398523' })).toEqual([
    { name: 'Amount', value: '$1,310.00' },
    { name: 'Amount in bitcoin', value: '0.03398523 BTC' },
  ])
})

it('names the actor, including API keys and the system', () => {
  expect(actorOf({ actorKind: 'admin', actorId: 1, actorEmail: 'a@bitquay.test' })).toBe('a@bitquay.test')
  expect(actorOf({ actorKind: 'api-key', actorId: 3, actorEmail: null })).toBe('API key 3')
  expect(actorOf({ actorKind: 'system', actorId: null, actorEmail: null })).toBe('System')
})
