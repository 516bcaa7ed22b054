import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { owner, show } from '../../../test/draw.tsx'
import MerchantTransactionsPage from '../transactions/pages/merchant.tsx'
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

it('opens the transactions with the figures first from Analytics, and with the list alone otherwise', async () => {
  const { person, address } = show(
    <Routes>
      <Route path="/merchant/dashboard" element={<MerchantDashboardPage />} />
      <Route path="/merchant/transactions" element={<MerchantTransactionsPage />} />
    </Routes>,
    { at: '/merchant/dashboard', user: owner, answers: { 'GET /api/merchant/transactions/days': [] } },
  )
  const regions = () => screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))
  await person.click(await screen.findByRole('button', { name: '30D' }))
  await person.click(screen.getByRole('link', { name: 'Analytics' }))
  expect(address()).toBe('/merchant/transactions')
  expect(regions()[0]).toBe('Received')
  expect(regions()).toContain('History')
  expect(screen.getByRole('button', { name: '30D' }).getAttribute('aria-pressed')).toBe('true')
  await person.click(screen.getByRole('button', { name: '90D' }))
  expect(address(), 'the filters have the address').toBe('/merchant/transactions')
  await person.click(screen.getByRole('link', { name: 'Refunds' }))
  expect(address()).toBe('/merchant/transactions?purpose=refund')
  expect(regions()).toContain('Received')
})
