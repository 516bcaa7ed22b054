import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { drawSignedIn } from '../../../test/draw.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import MerchantPage from './pages/admin-details.tsx'

const money = (usd: string) => ({ btc: '0.01000000', usd })
const day = '2026-11-10T08:00:00.000Z'

const merchant: MerchantDetail = {
  ...{ id: 4, storeName: 'Kestrel', email: 'anna@kestrel.test', isActive: true, btcpayStoreId: 'S1' },
  ...{ btcpayServerUrl: 'https://pay.test', storeState: 'ready', markupFeePercent: 1.1, invited: false },
  ...{ closingSince: null, closedAt: null, erasedAt: null, totalDepositsUsd: '10.00', lastActiveAt: null },
  recentVolume: { usd: '0.00', days: Array.from({ length: 30 }, () => '0.00') },
  ...{ balance: money('10.00'), feesOwed: money('1.00'), attention: [], createdAt: day },
  ...{ lightningNode: 'shared', lightningAvailable: true, reportedByMerchant: false, syncError: null },
  ...{ engine: 'main', move: null, formerStores: [], holder: 'platform', recoveryPhrase: { revealedAt: day } },
  webhook: { lastAt: new Date(Date.now() - 60_000).toISOString(), waiting: 2 },
  balances: {
    ...{ onChain: money('212.30'), lightning: money('5.00'), available: money('100.00'), feesOwed: money('12.30') },
    ...{ asOf: day, stale: false },
  },
  totals: { payments: 3, volumeUsd: '90.00', feesUsd: '4.50', openInvoices: 0 },
  ...{ scheduledMarkup: null, users: [], recentTransactions: [], recentActs: [] },
  owner: { twoFactorEnabled: true, lastPasswordChange: null, invitedUntil: null },
}

const draw = (at: string, shown: MerchantDetail | undefined = merchant) =>
  drawSignedIn(
    <Routes>
      <Route path={portalPaths.admin.merchant} element={<MerchantPage />} />
      <Route path={portalPaths.admin.merchantTab} element={<MerchantPage />} />
    </Routes>,
    {
      at,
      answers: {
        'GET /api/admin/merchants/4': shown,
        'GET /api/fees': { current: { platformFeePercent: 3, partnerPoolPercent: 1 }, upcoming: [] },
        'GET /api/admin/transactions': [],
        'GET /api/admin/transactions/days': [],
        'GET /api/admin/people': [],
        'GET /api/admin/act-log': [],
        'GET /api/admin/act-log/names': [],
        'POST /api/admin/merchants/4/collect-fees': shown,
      },
    },
  )

const tabs = () => within(screen.getByRole('navigation', { name: 'Parts of this merchant' }))

test('every tab has an address of its own', async () => {
  const { person, address } = draw('/admin/merchants/4')
  await screen.findByRole('heading', { level: 1, name: 'Kestrel' })
  for (const [name, path] of [
    ['Transactions', '/admin/merchants/4/transactions'],
    ['Payouts', '/admin/merchants/4/payouts'],
    ['Fees', '/admin/merchants/4/fees'],
    [/^People/, '/admin/merchants/4/people'],
    ['BTCPay', '/admin/merchants/4/btcpay'],
    ['Activity', '/admin/merchants/4/activity'],
    ['Overview', '/admin/merchants/4'],
  ] as const) {
    await person.click(tabs().getByRole('link', { name }))
    expect(address()).toBe(path)
    expect(tabs().getByRole('link', { name }).getAttribute('aria-current')).toBe('page')
  }
})

test.each([
  ['transactions', 'GET /api/admin/transactions', { merchantId: '4', purpose: null }],
  ['payouts', 'GET /api/admin/transactions', { merchantId: '4', purpose: 'withdrawal' }],
  ['fees', 'GET /api/admin/transactions', { merchantId: '4', purpose: 'sweep' }],
  ['people', 'GET /api/admin/people', { merchantId: '4' }],
  ['activity', 'GET /api/admin/act-log', { merchantId: '4' }],
])('the tab %s asks for this merchant only, whatever the address says', async (tab, call, expected) => {
  const { askedFor } = draw(`/admin/merchants/4/${tab}?store=9&merchant=9`)
  await screen.findByRole('heading', { level: 1 })
  await expect.poll(() => askedFor(call).length).toBeGreaterThan(0)
  for (const { query } of askedFor(call))
    for (const [name, value] of Object.entries(expected)) expect(query.get(name), name).toBe(value)
})

test('the money adds up, and each fee has its name', async () => {
  draw('/admin/merchants/4')
  const now = within(await screen.findByRole('region', { name: 'Money now' }))
  expect([...document.querySelectorAll('[aria-label="Money now"] .money')].map((node) => node.textContent)).toEqual([
    '$212.30',
    '$100.00',
    '$12.30',
    '$100.00',
  ])
  expect(now.getByText('Lightning $5.00, on the platform’s node. Not in the sum.')).toBeTruthy()
  expect(await screen.findByText('3% platform + 1% partners + 1.1% markup')).toBeTruthy()
  expect(screen.getByText('5.1%')).toBeTruthy()
})

test('fees that the wallet can’t cover leave nothing available, never less', async () => {
  const balances = { ...merchant.balances, onChain: money('5.00'), available: money('0.00') }
  draw('/admin/merchants/4', { ...merchant, balances })
  await screen.findByRole('region', { name: 'Money now' })
  const figures = [...document.querySelectorAll('[aria-label="Money now"] .money')].map((node) => node.textContent)
  expect(figures).toEqual(['$5.00', '$0.00', '$12.30', '$0.00'])
  expect(screen.getByText('Never below zero')).toBeTruthy()
})

test.each(['/admin/merchants/4/nothing', '/admin/merchants/0'])('%s is not a merchant', async (at) => {
  draw(at)
  expect(await screen.findByText('Merchant Not Found')).toBeTruthy()
})

test('the store says who can sign, whether its recovery phrase was revealed, and how old its last webhook is', async () => {
  draw('/admin/merchants/4/btcpay')
  await screen.findByText('Our payment server can sign')
  screen.getByText('Revealed Nov 10, 2026')
  screen.getByText(/^Last one 1 minute ago, 2 waiting$/)
})

test('a store whose keys only the merchant holds says so', async () => {
  draw('/admin/merchants/4/btcpay', { ...merchant, holder: 'merchant', recoveryPhrase: null })
  await screen.findByText('Only the merchant holds the keys')
})

test('a store on the merchant’s own server without webhooks says so', async () => {
  draw('/admin/merchants/4/btcpay', {
    ...merchant,
    ...{ holder: 'own-server', recoveryPhrase: null, webhook: { lastAt: null, waiting: 0 } },
  })
  await screen.findByText('On the merchant’s own server')
  screen.getByText('None lately')
  expect(screen.queryByText('Recovery phrase')).toBeNull()
})

test('what a merchant owes is collected at once from the notice that says so, or its owner is emailed', async () => {
  const owing = {
    ...merchant,
    attention: [{ reason: 'fees-not-covered' as const, since: day, detail: null }],
  }
  const { person, askedFor } = draw('/admin/merchants/4', owing)
  const notice = within((await screen.findAllByRole('note'))[0] ?? expect.fail('no notice'))
  expect(notice.getByRole('link', { name: 'Email owner' }).getAttribute('href')).toBe('mailto:anna@kestrel.test')
  await person.click(notice.getByRole('button', { name: 'Collect now' }))
  await expect.poll(() => askedFor('POST /api/admin/merchants/4/collect-fees')).toHaveLength(1)
  await screen.findByText('Collecting fees')
})
