import type { Page } from '@playwright/test'
import { beSignedIn, expect, expectToast, test } from './fixtures.ts'
import { card, mine, pay, pull, readyMerchant } from './money.ts'

test.use({ world: 'dashboard', permissions: ['clipboard-read', 'clipboard-write'] })

const fulfill = (page: Page, path: string, json: unknown) => page.route(`**${path}`, (route) => route.fulfill({ json }))

const counts = { total: 0, filtered: 0, invoices: 0, confirmed: 0, pending: 0, cap: 10_000 }

const balance = {
  btc: '0.17076481',
  usd: '18442.60',
  availableBtc: '0.16758750',
  availableUsd: '18099.45',
  feesOwedBtc: '0.00086250',
  feesOwedUsd: '93.15',
  configured: true,
  asOf: new Date().toISOString(),
  stale: false,
}

test('the first steps are shown until the first payment', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await fulfill(page, '/api/merchant/transactions/summary', counts)
  await fulfill(page, '/api/merchant/transactions?limit=5', [])
  await page.goto('/merchant/dashboard')
  const steps = card(page, 'First steps')
  await expect(steps).toContainText('Store connected, done')
  await expect(steps.getByRole('link', { name: 'Set up 2FA' })).toHaveAttribute('href', '/merchant/security')
  await expect(steps).toContainText('Get paid, to do')
  await expect(page.getByText('No payment has come in yet.')).toBeVisible()
  await expect(card(page, 'Recent activity')).toContainText('No transactions yet')
  await expect(card(page, 'Recent activity')).toContainText('Your Bitcoin transactions will appear here')
  const { invoiceId } = await createInvoice({ amount: '20.00' })
  await expect(steps).toContainText('Create an invoice, done')
  await page.unroute('**/api/merchant/transactions/summary')
  await page.unroute('**/api/merchant/transactions?limit=5')
  await pay(server, invoiceId, 'onchain')
  await expect(card(page, 'Recent activity').getByRole('listitem').first()).toContainText('+$20.00')
  await expect(steps).toHaveCount(0)
})

test('it greets the merchant and links to the main tasks', async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/dashboard')
  const user = page.getByRole('heading', { level: 1 })
  await expect(user).toHaveText(/^Good (morning|afternoon|evening), .+/)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Analytics' })).toHaveAttribute('href', '/merchant/transactions')
  await expect(main.getByRole('link', { name: 'Create Invoice' }).first()).toHaveAttribute('href', '/merchant/invoices')
  const quick = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link')
  await expect(quick).toHaveText(['Create Invoice', 'Send Payment', 'View Transactions', 'Settings'])
  for (const [index, href] of ['/invoices', '/send', '/transactions', '/settings'].entries()) {
    await expect(quick.nth(index)).toHaveAttribute('href', `/merchant${href}`)
  }
})

test('status words and ages match /api/status', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/dashboard')
  const status = page.locator('section', { has: page.getByRole('heading', { name: 'Status', exact: true }) })
  await expect(status).toContainText('System Status')
  await expect(status).toContainText('Bitcoin NetworkSynced')
  await expect(status).toContainText('Payment GatewayConnected')
  await expect(status).toContainText(/Prices updated \d+ seconds? ago/)
  await expect(status).toContainText(/Block [\d,]+/)
  const now = (await (await fetch(`${server.url}/api/status`)).json()) as { engine: object }
  await fulfill(page, '/api/status', { ...now, engine: { ...now.engine, reachable: false, checkedAt: null } })
  await page.reload()
  await expect(status).toContainText('Payment GatewayNot connected')
})

test('Lightning can be looped out only from $300.00', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await fulfill(page, '/api/merchant/lightning-balance', { btc: '0.00277768', usd: '299.99', node: 'shared' })
  await page.goto('/merchant/dashboard')
  const lightning = card(page, 'Lightning balance')
  await expect(lightning).toContainText('$299.99')
  await expect(lightning.getByRole('button', { name: 'Loop Out' })).toBeDisabled()
  await expect(lightning.getByText('Minimum $300.00 required')).toBeVisible()
  await expect(lightning.getByRole('img')).toHaveAccessibleName(/\$299\.99, below the \$300\.00 needed/)
  await fulfill(page, '/api/merchant/lightning-balance', { btc: '0.00277778', usd: '300.00', node: 'shared' })
  await expect(lightning).toContainText('$300.00')
  await expect(lightning.getByText('Minimum $300.00 required')).toHaveCount(0)
  await expect(lightning.getByRole('img')).toHaveAccessibleName(/above the \$300\.00 needed/)
})

test('the balance bar is to scale, and old figures show their age', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await fulfill(page, '/api/merchant/balance', balance)
  await page.goto('/merchant/dashboard')
  const total = card(page, 'Total balance')
  await expect(total).toContainText('$18,442.60')
  await expect(total).toContainText('0.17076481BTC')
  await expect(total).toContainText(/1 BTC = \$1\d\d,\d{3}\.\d\d/)
  await expect(total).toContainText('Available$18,099.45')
  await expect(total).toContainText('Fees owed$93.15')
  const widths = await total
    .locator('.load-bar i')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width))
  expect(widths).toHaveLength(3)
  expect((widths[0] ?? 0) / widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(0.975, 1)
  await expect(total.getByText(/Figures from/)).toHaveCount(0)
  await fulfill(page, '/api/merchant/balance', { ...balance, stale: true, asOf: '2025-11-14T10:38:00.000Z' })
  await expect(total.getByText(/^Figures from Nov 14, 2025, /)).toBeVisible()
})

test('the week is drawn in containers of equal value, with a table behind it', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  const days = ['843.00', '1272.00', '636.00', '1590.00', '2014.00', '1113.00', '500.00']
  await fulfill(
    page,
    '/api/merchant/week',
    days.map((confirmedUsd, index) => ({
      day: `2026-01-0${index + 1}`,
      confirmedUsd,
      pendingUsd: index === 6 ? '250.00' : '0.00',
      count: 2,
    })),
  )
  await page.goto('/merchant/dashboard')
  const week = card(page, 'Received, last 7 days')
  await expect(week).toContainText('one container = $250.00')
  await expect(week).toContainText('$8,218.00')
  const stacks = week.locator('.stacks .col')
  await expect(stacks.nth(4).locator('.u')).toHaveCount(9)
  await expect(stacks.nth(6)).toHaveClass('col now')
  await expect(stacks.nth(6).locator('.u:not(.open)')).toHaveCount(2)
  await expect(stacks.nth(6).locator('.u.open')).toHaveCount(1)
  await expect(week.locator('.stacks .day')).toHaveText(['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Today'])
  await expect(week.getByRole('row')).toHaveCount(8)
  await expect(week.getByRole('row').nth(7)).toContainText('2026-01-07$500.00$250.00')
})

test('the counts follow the payments without a reload', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  await mine(server)
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/dashboard')
  const tile = (label: string) => page.locator('.tile', { has: page.getByText(label, { exact: true }) }).locator('.fig')
  await expect(tile('Pending')).toHaveText('0')
  const confirmed = Number(await tile('Confirmed').innerText())
  const { invoiceId } = await createInvoice({ amount: '30.00' })
  await pay(server, invoiceId, 'onchain')
  await expect(tile('Pending')).toHaveText('1')
  await expect(page.getByText('One payment is still on its way.')).toBeVisible()
  await mine(server)
  await expect(tile('Pending')).toHaveText('0')
  await expect(tile('Confirmed')).toHaveText(String(confirmed + 1))
  await expect(page.getByText('Every payment is confirmed.')).toBeVisible()
})

test('the wallet shows its balances, its type and who holds its keys', async ({ page, server }) => {
  const { get } = await readyMerchant(server, 'merchant')
  const { id, name } = (await get('/api/merchant/wallet')) as { id: string; name: string }
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/wallet')
  const details = card(page, 'Wallet details')
  await expect(details).toContainText(name)
  await expect(details).toContainText(id)
  await expect(details).toContainText('Native SegWit, bcrt1q')
  await details.getByRole('button', { name: 'Copy Wallet ID' }).click()
  await expectToast(page, 'Copied', 'Wallet ID copied to clipboard')
  await expect(card(page, 'Lightning balance')).toContainText('Custodial')
  await expect(card(page, 'On-chain balance')).toContainText('Non-custodial')
  await expect(card(page, 'Custody')).toContainText('Lightning is on our node.')
  await expect(card(page, 'Custody')).toContainText('Not backed up.')
  const bar = card(page, 'Recovery phrase')
  await expect(bar).toContainText('Back up your recovery phrase.')
  await expect(bar.getByRole('link', { name: 'Set up 2FA' })).toHaveAttribute('href', '/merchant/security')
  const main = page.getByRole('main')
  for (const [link, href] of Object.entries({
    Invoices: 'invoices',
    'Send Payment': 'send',
    Transactions: 'transactions',
  })) {
    await expect(main.getByRole('link', { name: link, exact: true })).toHaveAttribute('href', `/merchant/${href}`)
  }
})

test('the balances of the wallet add up', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await fulfill(page, '/api/merchant/balance', balance)
  await fulfill(page, '/api/merchant/lightning-balance', { btc: '0.01096021', usd: '1225.79', node: 'shared' })
  await page.goto('/merchant/wallet')
  const onChain = card(page, 'On-chain balance')
  await expect(onChain).toContainText('$18,442.60')
  const parts = await onChain.locator('.load-legend b').allTextContents()
  const cents = parts.map((text) => Number(text.replace(/\D/g, '')))
  expect(cents.reduce((sum, part) => sum + part)).toBe(1_844_260)
  await expect(card(page, 'Wallet balances')).toContainText('Both together$19,668.39')
})

test('a deposit address is shown with a code, carries an amount, and can be replaced', async ({ page, server }) => {
  const { get } = await readyMerchant(server, 'merchant')
  const { address } = (await get('/api/merchant/wallet/address')) as { address: string }
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/wallet')
  const receive = card(page, 'Receive')
  await expect(receive.getByTitle(address)).toHaveText(address)
  await expect(receive.getByRole('img', { name: 'QR code of your Bitcoin address', exact: true })).toBeVisible()
  await receive.getByLabel('Amount (USD)').fill('abc')
  await expect(receive.getByText('Please enter a valid amount')).toBeVisible()
  await receive.getByLabel('Amount (USD)').fill('500')
  await expect(receive).toContainText(/0\.00\d{6}BTC/)
  await expect(receive.getByRole('img', { name: 'QR code of your Bitcoin address, with the amount' })).toBeVisible()
  await receive.getByRole('button', { name: 'Copy address' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await receive.getByRole('button', { name: 'New address' }).click()
  await expectToast(page, 'New address ready')
  await expect(receive.getByTitle(address)).toHaveCount(0)
  const next = (await receive.locator('.where .mono').getAttribute('title')) as string
  await pull(server, 'faucet', { address: next, amountBtc: '0.002' })
  await expect(card(page, 'Recent activity').getByRole('listitem').first()).toContainText('Deposit')
  await mine(server)
  await expect(receive.getByTitle(next)).toHaveCount(0)
})

test('without the payment server the wallet says that it has no address', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  const message = 'The payment server cannot be reached right now.'
  await page.route('**/api/merchant/wallet/address', (route) =>
    route.fulfill({ status: 503, json: { message, error: message, code: 'engine-unavailable', requestId: 'r' } }),
  )
  await page.goto('/merchant/wallet')
  const receive = card(page, 'Receive')
  await expect(receive.getByRole('alert')).toContainText('Couldn’t load an address. Your money is safe.')
  await page.unroute('**/api/merchant/wallet/address')
  await receive.getByRole('button', { name: 'Try Again' }).click()
  await expect(receive.getByRole('img')).toBeVisible()
})

test('a wallet that cannot be loaded says why', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  const message = 'Bitcoin payments are not configured for your account. Please contact support.'
  await page.route('**/api/merchant/wallet', (route) =>
    route.fulfill({ status: 409, json: { message, error: message, code: 'not-configured', requestId: 'r' } }),
  )
  await page.goto('/merchant/wallet')
  await expect(page.getByRole('alert')).toContainText(message)
  await expect(page.getByRole('link', { name: 'Configure BTCPay Server' })).toHaveAttribute(
    'href',
    '/merchant/settings',
  )
  await page.unroute('**/api/merchant/wallet')
  await page.route('**/api/merchant/wallet', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Failed to load wallet')
  await expect(page.getByRole('link', { name: 'Configure BTCPay Server' })).toHaveCount(0)
  await page.unroute('**/api/merchant/wallet')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(card(page, 'Wallet balances')).toBeVisible()
})
