import { expect, it } from 'vitest'
import { describeNotification } from './describe-notification.ts'

it('says what happened, to whom, and where to look', () => {
  expect(
    describeNotification({
      kind: 'application',
      id: 1,
      businessName: 'Brightwater Games',
      monthlyVolume: '$100,000 - $500,000',
      at: '2026-01-01T00:00:00.000Z',
    }),
  ).toEqual({
    title: 'Application: Brightwater Games',
    detail: '$100,000 - $500,000 per month',
    to: '/admin/applications',
  })
  expect(
    describeNotification({
      kind: 'transaction',
      id: 2,
      type: 'payout',
      merchantName: 'Pixel Foundry',
      amountUsd: '12000.00',
      status: 'pending',
      at: '2026-01-01T00:00:00.000Z',
    }),
  ).toEqual({ title: 'Large payout: $12,000.00', detail: 'Pixel Foundry · Pending', to: '/admin/transactions' })
  expect(
    describeNotification({
      kind: 'alert',
      id: 3,
      alert: 'wallet-low',
      sentence: 'It holds too little.',
      at: '2026-01-01T00:00:00.000Z',
    }),
  ).toEqual({ title: 'Platform wallet low', detail: 'It holds too little.', to: '/admin/system' })
})
