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
