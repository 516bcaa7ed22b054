import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../../test/draw.tsx'
import PartnerTransactionsPage from '../pages/partner-transactions.tsx'

it('leads to the withdrawal of what is available', async () => {
  show(<PartnerTransactionsPage />, {
    user: { id: 1, type: 'partner', email: 'ingrid@pier.test', name: 'Ingrid', twoFactorEnabled: true },
    answers: { 'GET /api/partner/transactions': [] },
  })
  const link = await screen.findByRole('link', { name: 'Withdraw Bitcoin' })
  expect(link.getAttribute('href')).toBe('/partner/withdraw')
})
