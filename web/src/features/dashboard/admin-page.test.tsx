import type { Output } from '@bitquay/contract/call'
import { type FirstStep, firstSteps, type getFirstSteps } from '@bitquay/contract/dashboard'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { drawSignedIn } from '../../../test/draw.tsx'
import AdminDashboardPage from './pages/admin.tsx'

const parts = { platformFeeUsd: '90.00', markupUsd: '10.00', withdrawalFeesUsd: '0.00', forgivenUsd: '0.00' }
const money = { btc: '0.01000000', usd: '100.00' }
const revenue = {
  ...{ range: null, unit: 'day', from: '2026-10-17T00:00:00.000Z', lastDay: '2026-10-18', total: money },
  previous: { firstDay: '2026-10-15', lastDay: '2026-10-16' },
  ...{ sum: { ...parts, revenueUsd: '100.00' }, previousSum: { ...parts, revenueUsd: '125.00' } },
  ...{ collectedUsd: '100.00', owedUsd: '0.00', byMerchant: [], byKind: [] },
  overTime: ['17', '18'].map((day) => ({
    ...{ start: `2026-10-${day}`, revenueUsd: '50.00', lightningUsd: '0.00', fees: 1, previousUsd: '60.00' },
  })),
  others: { merchants: 0, revenueUsd: '0.00', previousUsd: '0.00', partnerShareUsd: '0.00' },
  partners: { earned: money, paid: money, owed: money },
}
const period = {
  now: { volumeUsd: '2400.00', payoutsUsd: '900.00', newMerchants: 14 },
  before: { volumeUsd: '2000.00', payoutsUsd: '1000.00', newMerchants: 11 },
  activeMerchants: 498,
  topMerchants: [
    {
      ...{ id: 4, storeName: 'Orrery Exchange', volumeUsd: '1200.00', revenueUsd: '36.00', previousUsd: '30.00' },
      recentDaysUsd: Array.from({ length: 14 }, () => '10.00'),
    },
  ],
  wallets: {
    ...{ storesUsd: '455.00', platformUsd: '110.00', owedToPartnersUsd: '1.45', owedForLoopOutsUsd: '0.00' },
    ...{ freeUsd: '108.55', syncedAt: null },
  },
}

const dashboard = {
  metrics: {
    ...{ totalVolume: '9000.00', totalPlatformRevenue: '300.00', activeMerchants: 498, totalPayouts: '1.00' },
    totalWalletBalance: money,
  },
  ...{ topMerchants: [], recentTransactions: [] },
  operation: { engineReachable: true, withdrawalsPaused: false, audit: null },
}

const draw = (answers: Record<string, unknown> = {}) =>
  drawSignedIn(<AdminDashboardPage />, {
    at: '/admin/dashboard',
    answers: {
      'GET /api/admin/dashboard': dashboard,
      'GET /api/admin/revenue': revenue,
      'GET /api/admin/dashboard/period': period,
      'GET /api/admin/dashboard/attention': [],
      'GET /api/admin/first-steps': { isShown: false, steps: [] },
      ...answers,
    },
  })

test('one period rules volume, revenue, payouts, merchants, the chart and the top merchants', async () => {
  const { person, address, askedFor } = draw()
  const card = within(await screen.findByRole('region', { name: 'Revenue overview' }))
  for (const [name, figure, note] of [
    ['Total Volume', '$2,400.00', '▲ 20.0% was $2,000.00'],
    ['Platform Revenue', '$100.00', '▼ 20.0% was $125.00'],
    ['Total Payouts', '$900.00', '▼ 10.0% was $1,000.00'],
    ['Active Merchants', '498', '14 new, was 11'],
  ] as const)
    expect((await card.findByText(name)).parentElement?.textContent).toBe(`${name}${figure}${note}`)
  within(screen.getByRole('region', { name: 'Top Merchants' })).getByRole('link', { name: 'Orrery Exchange' })

  await person.click(card.getByRole('button', { name: '7D' }))
  expect(address()).toBe('/admin/dashboard?period=7d')
  const days = (call: string) => Object.fromEntries(askedFor(call).at(-1)?.query ?? [])
  expect(days('GET /api/admin/dashboard/period')).toEqual(days('GET /api/admin/revenue'))
  const { from = '', to = '' } = days('GET /api/admin/revenue')
  expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000)
})

test('the wallet balance says now, and the platform’s own wallet adds up', async () => {
  draw()
  const card = within(await screen.findByRole('region', { name: 'Wallet Balance now' }))
  await card.findByText('All stores, on-chain and Lightning')
  expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['$110.00', '−$1.45', '$108.55'],
  ])
  expect(screen.queryByRole('region', { name: 'Needs attention' }), 'nothing waits').toBeNull()
})

test('what needs attention has one act each', async () => {
  const since = new Date(Date.now() - 3 * 3_600_000).toISOString()
  draw({
    'GET /api/admin/dashboard/attention': [
      { kind: 'alert', id: 1, alert: 'mail-failing', title: '4 emails couldn’t be sent', sentence: 'x', since },
      { kind: 'loop-outs', count: 1, storeName: 'Drift', amountUsd: '490.95', since },
      { kind: 'applications', count: 3, businessName: 'Brightwater', since },
      { kind: 'merchants', count: 2, storeName: 'Marlow', since },
    ],
  })
  const card = within(await screen.findByRole('region', { name: 'Needs attention' }))
  expect(card.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '4 emails couldn’t be sentAlertFor 3 hoursOpen',
    'Loop-out, DriftWaiting$490.95, waiting 3 hoursReview',
    '3 applicationsNewOldest 3 hoursReview',
    '2 merchantsAttentionNoticed 3 hours agoOpen',
  ])
  expect(
    card
      .getAllByRole('link')
      .slice(1)
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    ...['/admin/emails', '/admin/lightning-loop-out', '/admin/applications', '/admin/merchants?status=attention'],
  ])
})

type Shown = Output<typeof getFirstSteps>
const stepsWith = (...done: FirstStep[]): Shown => ({
  isShown: true,
  steps: firstSteps.map((step) => ({
    ...{ step, isDone: done.includes(step), subject: 'proof.test', count: 3, at: '2026-11-14T10:00:00.000Z' },
  })),
})

test('a live platform sees what is missing, with its consequence and one act, and the proof of what is done', async () => {
  draw({ 'GET /api/admin/first-steps': stepsWith('two-factor', 'btcpay', 'price', 'explorer', 'public-address') })
  const card = within(await screen.findByRole('region', { name: 'Get ready for live payments' }))
  card.getByText('5 of 10 done')
  const links = card.getAllByRole('link').map((link) => link.getAttribute('aria-label'))
  expect(links).toEqual([
    'See how, Connect an email server',
    'Invite admin, Invite a second admin',
    'Show address, Fund the platform wallet',
    'See how, Make a backup',
    'Choose merchant, Run a test payment',
  ])
  expect(card.getByRole('link', { name: 'See how, Make a backup' }).getAttribute('href')).toBe('/admin/doctor')
  const orange = [...document.querySelectorAll('.btn--signal')].map(({ textContent }) => textContent)
  expect(orange, 'only the first missing one is orange').toEqual(['See how'])
  expect(card.queryByRole('checkbox'), 'no step is ticked by hand').toBeNull()
  card.getByText('On since Nov 14, 2026')
  card.getByText('proof.test, responds in 3 ms')
  card.getByText('This card goes away when all ten are done. System keeps checking them.')
  const works = within(screen.getByRole('region', { name: 'What works now' }))
  works.getByText('needs an email server')
  works.getByText('needs funds in the wallet')
  expect(works.queryByText('needs BTCPay')).toBeNull()
})

test('before the first payment the steps, what works and the wallets stand alone, without empty charts', async () => {
  const names = ['Revenue overview', 'Top Merchants', 'Recent Transactions']
  const parts = () => names.filter((name) => screen.queryByRole('region', { name }))
  const { unmount } = draw({ 'GET /api/admin/first-steps': stepsWith('two-factor') })
  await screen.findByRole('region', { name: 'Get ready for live payments' })
  await screen.findByRole('region', { name: 'What works now' })
  await screen.findByRole('region', { name: 'Wallet Balance now' })
  expect(parts()).toEqual([])
  unmount()
  draw({ 'GET /api/admin/first-steps': stepsWith('test-payment') })
  await screen.findByRole('region', { name: 'Get ready for live payments' })
  await expect.poll(parts).toEqual(names)
})

const proofs: Record<FirstStep, [name: string, proof: string, missing: string]> = {
  'two-factor': ['Your two-factor', 'On since Nov 14, 2026', 'Turn on your two-factor'],
  email: ['Email server', 'proof.test', 'Connect an email server'],
  'second-admin': ['Second admin', '3 admins', 'Invite a second admin'],
  btcpay: ['BTCPay', 'proof.test, responds in 3 ms', 'Connect BTCPay'],
  price: ['Price source', 'proof.test, 1 minute ago', 'Get a bitcoin price'],
  wallet: ['Platform wallet', 'proof.test BTC', 'Fund the platform wallet'],
  explorer: ['Block explorer', 'proof.test, block 3', 'Connect a block explorer'],
  'public-address': ['Public address', 'proof.test', 'Use a public address'],
  backup: ['Backup', 'Last one 1 minute ago', 'Make a backup'],
  'test-payment': ['Test payment', 'First one on Nov 14, 2026', 'Run a test payment'],
}

test.each(firstSteps)('the step %s is missing with its act, and done with the fact that proves it', async (step) => {
  const [name, proof, title] = proofs[step]
  const minuteAgo = new Date(Date.now() - 60_000).toISOString()
  const shown = stepsWith(...firstSteps.filter((other) => other !== step))
  const { unmount } = draw({ 'GET /api/admin/first-steps': shown })
  const open = within(await screen.findByRole('region', { name: 'Get ready for live payments' }))
  open.getByText('9 of 10 done')
  expect(open.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(new RegExp(`, ${title}$`)),
  ])
  expect(open.queryByText(name)).toBeNull()
  unmount()
  const at = ['price', 'backup'].includes(step) ? minuteAgo : '2026-11-14T10:00:00.000Z'
  const only = stepsWith(step)
  draw({
    'GET /api/admin/first-steps': {
      ...only,
      steps: only.steps.map((one) => (one.step === step ? { ...one, at } : one)),
    },
  })
  const done = within(await screen.findByRole('region', { name: 'Get ready for live payments' }))
  done.getByText('1 of 10 done')
  done.getByText(name)
  done.getByText(proof)
  expect(done.queryByText(title)).toBeNull()
})

test('in the sandbox, and once all ten were done, there is no such card', async () => {
  draw()
  await screen.findByRole('region', { name: 'Wallet Balance now' })
  expect(screen.queryByText('Get ready for live payments')).toBeNull()
  expect(screen.queryByText('What works now')).toBeNull()
})
