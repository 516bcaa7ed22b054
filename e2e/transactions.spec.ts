import type { Page } from '@playwright/test'
import { beSignedIn, expect, expectToast, test } from './fixtures.ts'
import { card, mine, pay, readyMerchant } from './money.ts'

test.use({ world: 'transactions', permissions: ['clipboard-read', 'clipboard-write'] })

const rows = (page: Page) => page.getByRole('table').locator('.row')
const detail = (page: Page) => page.locator('.lading')
const tile = (page: Page, label: string) =>
  page.locator('.ledger .part', { has: page.getByText(label, { exact: true }) })
const figure = async (page: Page, label: string) => {
  const shown = tile(page, label).locator('.fig')
  await expect(shown, 'It is loaded.').toHaveText(/^[\d,]+$/)
  return Number((await shown.innerText()).replace(',', ''))
}

test('an on-chain payment appears at once, confirms without a reload, and shows all details', { tag: '@ci' }, async ({
  page,
  server,
}) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  const dashboard = await page.context().newPage()
  await page.goto('/merchant/transactions')
  await expect(page.getByRole('heading', { name: 'Transaction Center' })).toBeVisible()
  await beSignedIn(dashboard, server, 'merchant')
  await dashboard.goto('/merchant/dashboard')
  // An empty list has no totals.
  const first = await createInvoice({ amount: '7.31' })
  await pay(server, first.invoiceId, 'lightning')
  await expect(rows(page).filter({ hasText: '+$7.31' }).first()).toBeVisible()
  await expect(tile(page, 'Total').locator('.fig')).not.toHaveText('—not known')
  const before = { total: await figure(page, 'Total'), confirmed: await figure(page, 'Confirmed') }

  const invoice = await createInvoice({
    amount: '1060.00',
    description: 'Founder bundle',
    buyerEmail: 'jonas@lind.example',
  })
  const { txid = '' } = await pay(server, invoice.invoiceId, 'onchain')

  // Found by content, not by position: fees may be collected meanwhile and come before it.
  const row = rows(page).filter({ hasText: '+$1,060.00' }).first()
  await expect(row).toContainText('Payment Received')
  await expect(row.getByText('Pending', { exact: true })).toBeVisible()
  await expect(row.getByText('Invoice', { exact: true })).toBeVisible()
  await expect(row).not.toContainText(/\d confirmation/)
  await expect(row).toContainText('Not in a block yet')
  await expect(row.locator('.c-fee')).toContainText('—')
  await expect(row.locator('.c-net')).toContainText('—')
  await expect(row).toContainText(/From: .*\w{16}…\w{16}/)
  await expect(row).toContainText(/0\.00\d{6}BTC/)
  await expect(tile(page, 'Total').locator('.fig')).toHaveText(String(before.total + 1))
  const activity = card(dashboard, 'Recent activity').getByRole('listitem').filter({ hasText: '+$1,060.00' }).first()
  await expect(activity.getByText('Pending', { exact: true })).toBeVisible()

  await mine(server)
  await expect(row.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(row).toContainText('1 confirmation')
  await expect(row.locator('.c-fee')).toContainText('−$42.404%')
  await expect(row.locator('.c-net')).toContainText('+$1,017.60')
  await expect(activity.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect.poll(() => figure(page, 'Confirmed')).toBeGreaterThan(before.confirmed)
  await expect(card(dashboard, 'Total balance')).not.toContainText('$0.00BTC')

  await row.click()
  await expect(page).toHaveURL(/\?open=/)
  const cell = (label: string) => detail(page).locator('.fact', { has: page.getByText(label, { exact: true }) })
  const sum = detail(page).locator('.sum')
  await expect(sum).toContainText('Gross$1,060.00Platform fee−$31.80Partner fee−$10.60Net$1,017.60')
  await expect(cell('Transaction hash')).toContainText(txid)
  await cell('Transaction hash').getByRole('button', { name: 'Copy' }).click()
  await expectToast(page, 'Copied', 'Transaction hash copied to clipboard')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(txid)
  const explorer = cell('Transaction hash').getByRole('button', { name: 'Explorer' })
  await expect(explorer).toBeDisabled()
  await expect(explorer).toHaveAttribute('title', 'The sandbox has no public explorer')
  await expect(cell('Invoice ID')).toContainText(invoice.invoiceId)
  await cell('Invoice ID').getByRole('button', { name: 'Copy Invoice ID' }).click()
  await expectToast(page, 'Copied', 'Invoice ID copied to clipboard')
  await expect(cell('Source address')).toContainText(/bcrt1\w+/)
  await cell('Source address').getByRole('button', { name: 'Copy Source address' }).click()
  await expectToast(page, 'Copied', 'Source address copied to clipboard')
  await expect(cell('Block height').locator('dd')).toHaveText(/^[\d,]+$/)
  await expect(cell('Network fee')).toContainText(/0\.\d{8}BTC.*\d+\.\d sat\/vB/)
  await expect(cell('Size')).toContainText(/\d+ bytes.*\d+ WU/)
  await expect(cell('Customer email')).toContainText('jonas@lind.example')
  await cell('Customer email').getByRole('button', { name: 'Copy Email' }).click()
  await expectToast(page, 'Copied', 'Email copied to clipboard')
  await expect(cell('Item description')).toContainText('Founder bundle')
  await expect(detail(page).getByRole('heading', { name: /^Inputs \(\d+\)$/ })).toBeVisible()
  await expect(detail(page).getByRole('list', { name: 'Inputs' }).getByRole('listitem').first()).toContainText('from ')
  const own = detail(page)
    .getByRole('list', { name: 'Outputs' })
    .getByRole('listitem')
    .filter({ hasText: 'Your wallet' })
  await expect(own.locator('.mono')).toHaveAttribute('title', invoice.bitcoinAddress)
  const invoicePath = `/merchant/invoices/${invoice.invoiceId}`
  await expect(detail(page).getByRole('link', { name: 'View invoice' })).toHaveAttribute('href', invoicePath)
  await expect(detail(page).getByRole('link', { name: 'Refund' })).toHaveAttribute('href', `${invoicePath}#refund`)
  await detail(page).getByRole('link', { name: 'Refund' }).click()
  await expect(page.getByRole('dialog', { name: 'Refund your customer' })).toBeVisible()
  await page.goBack()
  await page.reload()
  await expect(cell('Transaction hash')).toContainText(txid)
  await row.click()
  await expect(detail(page)).toHaveCount(0)
  await expect(page).toHaveURL('/merchant/transactions')
})

test('a Lightning payment appears at once and is confirmed', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/dashboard')
  const lightning = card(page, 'Lightning balance')
  await expect(lightning).toContainText('Held by Bitquay')
  // A fee sweep may come after it.
  const dashboardRow = card(page, 'Recent activity').getByRole('listitem').filter({ hasText: '+$472.00' })
  const { invoiceId } = await createInvoice({ amount: '472.00' })
  const { paymentHash = '' } = await pay(server, invoiceId, 'lightning')
  await expect(dashboardRow).toHaveCount(1)
  await expect(dashboardRow.getByText('Lightning', { exact: true })).toBeVisible()
  await expect(dashboardRow.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(lightning).toContainText(/\$4\d\d\.\d\d/)

  await page.getByRole('link', { name: 'View Transactions' }).first().click()
  const row = rows(page).filter({ hasText: '+$472.00' })
  await expect(row.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(row).toContainText('Paid over Lightning')
  await row.click()
  await expect(detail(page)).toContainText(paymentHash)
  await expect(detail(page).getByText('Payment hash', { exact: true })).toBeVisible()
  await expect(detail(page).getByRole('button', { name: 'Explorer' })).toHaveAttribute(
    'title',
    'Lightning payments are in no public block explorer',
  )
  await expect(detail(page).getByRole('heading', { name: /Inputs/ })).toHaveCount(0)
})

test('search and filters narrow the list and stay in the URL', { tag: '@ci' }, async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '108.00' })
  await pay(server, invoiceId, 'onchain')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/transactions')
  // A fee sweep may have come after it.
  await expect(rows(page).filter({ hasText: '+$108.00' })).toHaveCount(1)
  const all = await figure(page, 'Total')
  await page.getByRole('searchbox', { name: 'Search' }).fill(invoiceId)
  await expect(page).toHaveURL(`/merchant/transactions?search=${invoiceId}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(tile(page, 'Filtered').locator('.fig')).toHaveText('1')
  // The search doesn't narrow it, and a fee sweep may add to it.
  await expect.poll(() => figure(page, 'Total')).toBeGreaterThanOrEqual(all)
  await choose(page, 'Direction', 'Received')
  await choose(page, 'Status', 'Pending')
  await choose(page, 'Method', 'On-chain')
  const minimum = page.getByLabel('Minimum (BTC)')
  await expect(minimum).toHaveAttribute('step', '0.00000001')
  await minimum.fill('0.0001')
  await expect(page).toHaveURL(/type=incoming&status=unconfirmed&method=BTC&minAmount=0\.0001/)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(minimum).toHaveValue('0.0001')
  await minimum.fill('0.000000001')
  await expect(page.getByText('Please enter a valid amount')).toBeVisible()
  await minimum.fill('20')
  await expect(page.getByRole('heading', { name: 'No transactions match your filters' })).toBeVisible()
  await expect(page.getByText('Try adjusting your search criteria or clearing filters')).toBeVisible()
  await card(page, 'History').getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/merchant/transactions')
  await expect(minimum).toHaveValue('')
  await expect(rows(page).first()).toBeVisible()
  await choose(page, 'Type', 'Payment')
  await expect(page).toHaveURL('/merchant/transactions?purpose=invoice')
  await expect(page.getByRole('link', { name: 'Payments', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Remove filter: Type' }).click()
  await expect(page).toHaveURL('/merchant/transactions')
})

/** Chooses from the menu of a filter chip. */
const choose = async (page: Page, filter: string, value: string) => {
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: filter, exact: true }).click()
  await page.getByRole('menuitemradio', { name: value, exact: true }).click()
}

const sent = {
  id: 'ab'.repeat(32),
  key: 'sent',
  type: 'outgoing',
  status: 'confirmed',
  disputed: false,
  paymentMethod: 'BTC',
  purpose: 'withdrawal',
  amount: '-0.00231481',
  amountUSD: '-250.00',
  feeAmount: '-0.00000846',
  feeUSD: '-0.91',
  feePercent: null,
  platformFeeUSD: null,
  partnerFeeUSD: null,
  netAmount: '-0.00232327',
  netUSD: '-250.91',
  btcPrice: '108000.00',
  confirmedAt: '2025-11-13T18:12:00.000Z',
  paymentLinkId: null,
  address: 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c',
  invoiceId: null,
  label: 'Prize for March',
  timestamp: 1_763_057_000,
  confirmations: 98,
  blockHeight: 925_112,
  fee: '0.00000846',
  feeRate: 6,
  size: 222,
  weight: 561,
  customerEmail: null,
  customerName: 'Jonas Lind',
  itemDescription: null,
  inputs: null,
  outputs: null,
}

const answerList = (page: Page, transactions: object[], headers: Record<string, string> = {}) =>
  page.route(/\/api\/merchant\/transactions(\?|$)/, (route) => route.fulfill({ json: transactions, headers }))

test('outgoing money is signed and shortened, and without an address the explorer is named', async ({
  page,
  server,
}) => {
  await beSignedIn(page, server, 'merchant')
  await answerList(page, [sent, { ...sent, key: 'unknown', address: null }, { ...sent, key: 'lost', status: 'failed' }])
  const status = (await (await fetch(`${server.url}/api/status`)).json()) as object
  await page.route('**/api/status', (route) => route.fulfill({ json: { ...status, mode: 'live', network: 'mainnet' } }))
  await page.goto('/merchant/transactions')
  const row = rows(page).first()
  await expect(row).toContainText('Payment Sent')
  await expect(row).toContainText('−$250.00')
  await expect(row).toContainText('−0.00231481BTC')
  await expect(row).toContainText('98 confirmations')
  await expect(row.getByText('Withdrawal', { exact: true })).toBeVisible()
  await expect(row.locator('.c-fee')).toContainText('−$0.91network')
  const address = row.locator('.cut')
  await expect(address).toHaveAttribute('title', sent.address)
  expect(await address.innerText()).toBe('bc1q34aq5drpuwy3…92qp6svr8ldzyy7c')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => address.innerText()).toBe('bc1q34aq5drp…6svr8ldzyy7c')
  await expect(row).toContainText('Sent to:')
  await row.click()
  await expect(detail(page).getByText('Prize for March')).toBeVisible()
  await expect(detail(page).getByText('Jonas Lind')).toBeVisible()
  await expect(detail(page).locator('.sum')).toContainText('Amount sent−$250.00Network fee−$0.91Total−$250.91')
  const explorer = detail(page).getByRole('link', { name: 'Explorer' })
  await expect(explorer).toHaveAttribute('href', `https://mempool.space/tx/${sent.id}`)
  await expect(explorer).toHaveAttribute('target', '_blank')
  await rows(page).nth(1).click()
  await expect(detail(page).getByText('Click Explorer to see destination')).toBeVisible()
  await expect(rows(page).nth(2).getByText('Failed', { exact: true })).toBeVisible()
})

test('pages are loaded one after the other', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await page.route(/\/api\/merchant\/transactions(\?|$)/, (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor')
    return route.fulfill({
      json: [{ ...sent, key: `page ${cursor}` }],
      headers: cursor === '7' ? {} : { 'x-next-cursor': cursor ? '7' : '9' },
    })
  })
  await page.goto('/merchant/transactions')
  const more = page.getByRole('button', { name: 'Load more' })
  await more.click()
  await expect(rows(page)).toHaveCount(2)
  await more.click()
  await expect(rows(page)).toHaveCount(3)
  await expect(more).toHaveCount(0)
})

test('empty, failed and loading states each look different', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  let mode: 'wait' | 'fail' | 'empty' = 'wait'
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/merchant\/transactions(\?|$)/, async (route) => {
    if (mode === 'wait') await held
    return mode === 'empty'
      ? route.fulfill({ json: [] })
      : route.fulfill({ status: 500, json: { message: 'Broken', requestId: 'r-17' } })
  })
  await page.goto('/merchant/transactions')
  await expect(page.getByRole('status', { name: 'Loading transactions' }).locator('.sk').first()).toBeVisible()
  mode = 'fail'
  release()
  await expect(page.getByRole('heading', { name: 'Unable to load transactions' })).toBeVisible()
  await expect(page.getByText('500 · request r-17')).toBeVisible()
  await expect(tile(page, 'Total').locator('.fig')).toHaveText(/^\d/)
  mode = 'empty'
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'No transactions found' })).toBeVisible()
  await expect(page.getByText('Your Bitcoin transactions will appear here')).toBeVisible()
})

test('refreshing keeps the list, and old figures show their age', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await answerList(page, [sent])
  await page.goto('/merchant/transactions')
  await expect(rows(page)).toHaveCount(1)
  await page.unroute(/\/api\/merchant\/transactions(\?|$)/)
  await page.route(/\/api\/merchant\/transactions(\?|$)/, (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText(/Figures from \d+:\d\d [AP]M\./)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
})

test('lists show since when the payment server has not responded', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  const balance = { btc: '0.10000000', usd: '10600.00', availableBtc: '0.10000000', availableUsd: '10600.00' }
  const old = { configured: true, asOf: '2026-01-02T03:04:00.000Z', stale: true }
  const json = { ...balance, feesOwedBtc: '0.00000000', feesOwedUsd: '0.00', ...old }
  await page.route('**/api/merchant/balance', (route) => route.fulfill({ json }))
  for (const path of ['/merchant/transactions', '/merchant/invoices']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(/^Figures from Jan 2/)).toBeVisible()
  }
})
