import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { owner, show } from '../../../test/draw.tsx'
import MerchantDashboardPage from './pages/merchant.tsx'

const hrefs = (name: string) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))

it('greets the merchant and links to the main tasks', async () => {
  show(<MerchantDashboardPage />, { user: owner })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Good (morning|afternoon|evening), Blue Door/)
  for (const [name, href] of Object.entries({
    'Create Invoice': 'invoices?create',
    'Send Payment': 'send',
    'View Transactions': 'transactions',
    Settings: 'settings',
    Analytics: 'transactions',
  }))
    expect(hrefs(name)[0]).toBe(`/merchant/${href}`)
})

it('offers no sending to a store’s user', () => {
  show(<MerchantDashboardPage />, { user: { ...owner, role: 'user' } })
  expect(screen.queryByRole('link', { name: /Send/ })).toBeNull()
})

it('counts transactions by state, so that they add up', async () => {
  const counts = { total: 102, filtered: 102, invoices: 81, confirmed: 97, pending: 1, failed: 4 }
  const { unmount } = show(<MerchantDashboardPage />, {
    user: owner,
    answers: { 'GET /api/merchant/transactions/summary': counts },
  })
  expect((await screen.findByRole('link', { name: '4 Failed' })).getAttribute('href')).toBe(
    '/merchant/transactions?status=failed',
  )
  for (const name of ['102 Total transactions', '97 Confirmed', '1 Pending']) screen.getByRole('link', { name })
  unmount()
  show(<MerchantDashboardPage />, {
    user: owner,
    answers: { 'GET /api/merchant/transactions/summary': { ...counts, total: 98, failed: 0 } },
  })
  await screen.findByRole('link', { name: '98 Total transactions' })
  expect(screen.queryByText(/Failed/)).toBeNull()
})
