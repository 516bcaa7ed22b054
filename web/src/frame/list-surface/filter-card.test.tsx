import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { owner, show } from '../../../test/draw.tsx'
import { shownLinks } from '../../features/payment-links/list.tsx'
import { DeclaredList } from './show-list.tsx'
import { useList } from './use-list.ts'

const Links = () => <DeclaredList of={useList(shownLinks)} />

it('a view has a count only if there is something in it', async () => {
  const link = { id: 1, title: 'Season pass', amount: '53.00', minAmount: null, maxAmount: null, currency: 'USD' }
  const used = { payments: 5, maxPayments: null, status: 'active', expiresAt: null, receivedUsd: '265.00' }
  show(<Links />, {
    at: '/merchant/payment-links',
    user: owner,
    answers: {
      'GET /api/merchant/payment-links': [{ ...link, ...used, createdAt: '2026-11-15T10:00:00.000Z' }],
      'GET /api/merchant/payment-links/summary': {
        ...{ total: 1, filtered: 1, receivedUsd: '265.00' },
        statuses: { active: 1, paused: 0, expired: 0, 'used-up': 0 },
      },
    },
  })
  const views = () =>
    [...screen.getByRole('navigation', { name: 'Views' }).querySelectorAll('a')].map(({ textContent }) => textContent)
  await waitFor(() => expect(views()).toEqual(['All', 'Active1', 'Paused', 'Expired', 'Used up']))
})
