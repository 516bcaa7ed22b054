import type { Notice } from '@bitquay/contract/notifications'
import { expect, it } from 'vitest'
import { describeNotice } from './describe-notice.ts'

const notice: Notice = {
  id: 1,
  kind: 'payment-received',
  reason: null,
  amountUsd: '1234.50',
  about: 'Ida Holm',
  invoiceId: 'inv1',
  at: '2026-01-01T00:00:00.000Z',
  readAt: null,
}
const describeAs = (change: Partial<Notice>, portal: 'merchant' | 'partner' = 'merchant') =>
  describeNotice({ ...notice, ...change }, portal)

it('says what happened, for whom, and links to it', () => {
  expect(describeAs({})).toEqual({
    title: '$1,234.50 received',
    detail: 'Ida Holm',
    to: '/merchant/invoices/inv1',
  })
  expect(describeAs({ invoiceId: null }).to).toBe('/merchant/transactions')
  expect(describeAs({ kind: 'refund-claimed' }).title).toBe('Refund of $1,234.50 claimed')
  const payout = { kind: 'payout-sent', invoiceId: null } as const
  expect(describeAs(payout)).toMatchObject({ title: 'Withdrawal of $1,234.50 sent', to: '/merchant/send' })
  expect(describeAs(payout, 'partner')).toMatchObject({ title: 'Payout of $1,234.50 sent', to: '/partner/wallet' })
  expect(describeAs({ kind: 'needs-attention', reason: 'overpaid' })).toEqual({
    title: 'Invoice overpaid',
    detail: '$1,234.50 received · Ida Holm',
    to: '/merchant/invoices/inv1',
  })
  const overdue = { kind: 'needs-attention', reason: 'overdue' } as const
  expect(describeAs(overdue)).toEqual({
    title: 'Invoice overdue',
    detail: '$1,234.50 · Ida Holm',
    to: '/merchant/invoices/inv1',
  })
  expect(describeAs({ ...overdue, amountUsd: null }).detail).toBe('Ida Holm')
  expect(describeAs({ kind: 'needs-attention', reason: 'payout-failed' }, 'partner')).toMatchObject({
    title: 'Payout of $1,234.50 failed',
    to: '/partner/wallet',
  })
  const webhook = {
    kind: 'needs-attention',
    reason: 'webhook-disabled',
    about: 'https://shop.example',
    amountUsd: null,
  } as const
  expect(describeAs(webhook)).toEqual({
    title: 'Webhook disabled',
    detail: 'https://shop.example',
    to: '/merchant/settings?tab=developer',
  })
})
