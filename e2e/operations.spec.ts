import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { beSignedIn, expect, expectToast, newestEmail, people, test } from './fixtures.ts'
import { card, mine, pay, readyMerchant } from './money.ts'

test.use({ world: 'operations' })

/** Chooses from the menu of a filter chip. */
const choose = async (page: Page, filter: string, value: string) => {
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: filter, exact: true }).click()
  await page.getByRole('menuitemradio', { name: value, exact: true }).click()
}

/** A part of the system that is healthy is one line until it is opened. */
const openPart = async (page: Page, name: string) => {
  await expect(card(page, 'Healthy').getByRole('region', { name, exact: true })).toBeVisible()
  await card(page, name).locator('summary').click()
}

const download = async (page: Page, start = () => page.getByRole('button', { name: 'Export CSV' }).click()) => {
  const [file] = await Promise.all([page.waitForEvent('download'), start()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('all transactions are found by store, status and text, and exported as a table', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  await readyMerchant(server, 'secondMerchant')
  const { invoiceId } = await createInvoice({ amount: '77.00' })
  const { txid = '' } = await pay(server, invoiceId, 'onchain')
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/transactions')
  const table = card(page, 'Transactions').getByRole('table')
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const name of ['Store', 'Type', 'Amount', 'Address', 'Status', 'Date', 'TXID'])
      await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible()
  }
  const rows = table.locator('.row')
  const row = rows.first()
  await expect(row).toContainText(/Invoice.*\+\$77\.00.*Pending/)
  await mine(server)
  await expect(row).toContainText(/Confirmed.*1 confirmation/)
  const store = (await row.locator('.who').innerText()).trim()

  await page.getByRole('searchbox', { name: 'Search' }).fill(txid)
  await expect(page).toHaveURL(`/admin/transactions?search=${txid}`)
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search' }).fill(store.toLowerCase().slice(0, 4))
  await expect(page).toHaveURL(`/admin/transactions?search=${encodeURIComponent(store.toLowerCase().slice(0, 4))}`)
  await expect(row).toContainText(store)
  await choose(page, 'Status', 'Failed')
  await expect(page.getByRole('heading', { name: 'No transactions found matching your filters' })).toBeVisible()
  await card(page, 'Transactions').getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/transactions')
  await choose(page, 'Store', store)
  await expect(page).toHaveURL(/\?store=\d+$/)
  await choose(page, 'Status', 'Confirmed')
  await expect(row).toContainText('+$77.00')

  await row.click()
  const sheet = page.getByRole('complementary', { name: store })
  await expect(sheet).toContainText(txid)
  await expect(sheet).toContainText('Amount$77.00')
  await expect(sheet.getByRole('link', { name: 'View merchant' })).toHaveAttribute('href', /\/admin\/merchants\/\d+$/)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  const file = await download(page, async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: /CSV/ }).click()
  })
  expect(file.name).toBe('bitquay-transactions.csv')
  expect(file.text).toContain(txid)
  expect(file.text).toContain('"Total received, confirmed"')
})

test('revenue is shown over time, by type, by merchant and partner, and as a table', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '200.00' })
  await pay(server, invoiceId, 'lightning')
  await beSignedIn(page, server, 'admin')
  const kinds = card(page, 'By fee type')
  await expect(async () => {
    await page.goto('/admin/revenue')
    await expect(kinds).toContainText(/Lightning payments.*\d+ fee/, { timeout: 15_000 })
  }).toPass({ timeout: 90_000 })
  const partners = card(page, 'Partners')
  await expect(partners).toContainText(/Earned in this period.*Paid to date.*\$0\.00.*Owed now/)
  await expect(card(page, 'By merchant').getByRole('row').nth(1)).toContainText(/\$\d+\.\d\d/)
  await card(page, 'Revenue overview').getByRole('button', { name: '12M' }).click()
  await expect(page).toHaveURL('/admin/revenue?period=12m')
  await expect(card(page, 'Revenue overview').locator('.plot > .b')).toHaveCount(12)
  await page.getByRole('button', { name: '7D' }).click()
  const total = await card(page, 'Revenue overview').locator('.figure-row .money').last().innerText()
  const file = await download(page)
  expect(file.name).toMatch(/^bitquay-revenue-[\d-]+-to-[\d-]+\.csv$/)
  const [head = '', ...lines] = file.text.trim().split('\r\n')
  const column = head.replace('\ufeff', '').split(',').indexOf('Revenue (USD)')
  const last = lines.at(-1)?.split(',') ?? []
  expect(last[0]).toBe('Total')
  expect(`$${Number(last[column]).toFixed(2)}`, 'the table adds up to what the page shows').toBe(total)
})

test('a fee change is scheduled, emailed, shown to merchants and canceled', async ({ page, server }) => {
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/fees')
  await expect(card(page, 'Current')).toContainText(/Platform fee\s*3%/)
  await expect(card(page, 'Scheduled')).toContainText('No changes scheduled')
  await page.getByRole('button', { name: 'Schedule fee change' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Platform fee (%)').fill('51')
  await dialog.getByRole('button', { name: 'Schedule change' }).click()
  await expect(dialog.getByText('A fee can be at most 50%')).toBeVisible()
  await dialog.getByLabel('Platform fee (%)').fill('3.25')
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('In effect from').fill(day(10))
  await dialog.getByRole('button', { name: 'Schedule change' }).click()
  await expect(dialog.getByText('Schedule fee changes at least 30 days ahead.')).toBeVisible()
  await dialog.getByLabel('In effect from').fill(day(40))
  await dialog.getByRole('button', { name: 'Schedule change' }).click()
  await expectToast(page, 'Fee change scheduled')
  await expect(card(page, 'Scheduled')).toContainText(/Platform fee\s*3% → 3\.25%/)
  const email = await newestEmail(server, people.merchant, /^Our fees are changing$/)
  expect(email.text).toContain('3% → 3.25%')

  const merchant = await page.context().browser()?.newPage({ baseURL: server.url })
  if (!merchant) throw new Error('no browser')
  await beSignedIn(merchant, server, 'merchant')
  await merchant.goto('/merchant/settings?tab=payments')
  await expect(merchant.getByText(/^From .*: platform fee 3\.25%/)).toBeVisible()
  await merchant.close()

  await card(page, 'Scheduled').getByRole('button', { name: 'Cancel change' }).click()
  await expect(page.getByRole('dialog', { name: 'Cancel this fee change?' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel change' }).click()
  await expectToast(page, 'Fee change canceled')
  await expect(card(page, 'Scheduled')).toContainText('No changes scheduled')
  await expect(card(page, 'All schedules').getByRole('row', { name: /Canceled/ })).toContainText('3.25%')

  await page.goto('/admin/act-log')
  const rows = page.getByRole('table', { name: 'Activity' }).locator('.row')
  await expect(rows.nth(0)).toContainText(/Fee change canceled.*Fee change \d+.*admin@bitquay\.test/)
  await expect(rows.filter({ hasText: 'Fee change scheduled' }).first()).toContainText(
    /Fee change scheduled.*Platform fee percent: 3\.000 → 3\.25/,
  )
  await choose(page, 'Type', 'Fee change scheduled')
  await expect(page).toHaveURL('/admin/act-log?act=fees-announced')
  await expect(rows).toHaveCount(1)
  await rows
    .first()
    .getByRole('button', { name: /^Details, Fee change scheduled/ })
    .click()
  await expect(page.locator('.dt .detail')).toContainText(/Platform fee percent\s*3\.000 → 3\.25/)
  const { name, text } = await download(page, async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: /^CSV/ }).click()
  })
  expect(name).toMatch(/^bitquay-audit-log.*\.csv$/)
  expect(text.trim().split('\r\n')).toHaveLength(2)
  await choose(page, 'User type', 'Partner')
  await expect(page.getByRole('heading', { name: 'No activity matches your filters' })).toBeVisible()
})

test('the system is audited, paused and resumed', { tag: '@ci' }, async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/system')
  const wallet = card(page, 'Platform wallet')
  await expect(wallet.getByText(/^bcrt1/)).toBeVisible()
  await expect(wallet.getByRole('img', { name: 'QR code of the funding address' })).toBeVisible()
  await expect(card(page, 'Payment server')).toContainText(/Rate source\s*Working/)
  for (const name of [
    'Alerts',
    'Withdrawals',
    'Platform wallet',
    'Ledger audit',
    'Store sync',
    'Payment server',
    'Prices',
    'Database',
    'Workers',
  ])
    await expect(card(page, name)).toBeVisible()
  await expect(card(page, 'Payment server')).toContainText('Synced')
  await expect(card(page, 'Database').getByText('Connections', { exact: true })).toBeHidden()
  for (const name of ['Ledger audit', 'Workers']) await openPart(page, name)
  await expect(card(page, 'Workers').getByRole('row', { name: /reconcile-engine/ })).toContainText('Healthy')
  await card(page, 'Ledger audit').getByRole('button', { name: 'Audit now' }).click()
  await expectToast(page, 'Ledger balanced')
  await expect(card(page, 'Ledger audit')).toContainText(
    /Balanced.*Every transfer sums to zero.*by admin@bitquay\.test/,
  )
  await openPart(page, 'Store sync')
  await card(page, 'Store sync')
    .getByRole('button', { name: /^Sync .* now$/ })
    .first()
    .click()
  await expectToast(page, 'Sync started')

  const withdrawals = card(page, 'Withdrawals')
  await withdrawals.getByRole('button', { name: 'Pause all withdrawals' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
  await expectToast(page, 'Withdrawals paused')
  await expect(withdrawals.getByText('Paused', { exact: true })).toBeVisible()
  await withdrawals.getByRole('button', { name: 'Resume withdrawals' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
  await expectToast(page, 'Withdrawals resumed')
  await expect(withdrawals.getByText('Open', { exact: true })).toBeVisible()
})

test('with several payment servers, each has its own row and its own state', async ({ page, server }) => {
  await beSignedIn(page, server, 'admin')
  const at = new Date().toISOString()
  const main = {
    ...{ id: 1, name: 'main', url: 'https://btcpay.example.test', merchants: 1240, capacity: null, reachable: true },
    ...{ synced: true, latencyMs: 84, checkedAt: at, circuit: 'closed', requests: 5120, failures: 0, rejected: 0 },
    ...{ averageMs: 71, uptime: Array.from({ length: 12 }, () => 'up') },
  }
  const berlin = { ...main, id: 2, name: 'berlin', url: 'https://berlin.example.test', merchants: 800, capacity: 2000 }
  const silent = { reachable: false, synced: false, latencyMs: null, circuit: 'open', failures: 12, rejected: 340 }
  let engines: object[] = [main, berlin]
  await page.route('**/api/admin/system', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...((await response.json()) as object), engines } })
  })
  await page.goto('/admin/system')
  await openPart(page, 'Payment servers')
  const rows = card(page, 'Payment servers').getByRole('row')
  await expect(rows.nth(2)).toContainText(/berlin.*Synced.*Sent.*800 of 2,000.*84 ms.*5,120/)
  await expect(rows.nth(2).getByRole('img', { name: 'berlin: always responded in the last 24 hours' })).toBeVisible()

  engines = [main, { ...berlin, ...silent }]
  await page.reload()
  await expect(card(page, 'Payment servers').getByText('1 offline')).toBeVisible()
  await expect(rows.nth(1)).toContainText(/main.*Synced.*Sent.*1,240.*84 ms/)
  await expect(rows.nth(2)).toContainText(/berlin.*Offline.*Paused.*5,120, 352 failed/)
  await expect(rows.nth(2).getByRole('img', { name: /^berlin: 1 part with problems/ })).toBeVisible()

  engines = [main, { ...berlin, circuit: 'open' }]
  await page.reload()
  await expect(card(page, 'Payment servers').getByText('1 paused')).toBeVisible()
  engines = [main, { ...berlin, synced: false }]
  await page.reload()
  await expect(card(page, 'Payment servers').getByText('1 syncing')).toBeVisible()

  await page.route('**/api/status', async (route) => {
    const response = await route.fetch()
    const states = [main, { ...berlin, ...silent }].map(({ name, reachable, synced, latencyMs, checkedAt }) => ({
      ...{ name, reachable, synced, latencyMs, checkedAt },
    }))
    await route.fulfill({ json: { ...((await response.json()) as object), engines: states } })
  })
  await page.goto('/status')
  const servers = page.getByRole('region', { name: 'Payment servers' }).getByRole('listitem')
  await expect(servers.nth(0)).toContainText(/main.*Operational.*Responds in 84 ms/)
  await expect(servers.nth(1)).toContainText(/berlin.*Down.*Only its own merchants are affected/)
})

test('a stuck item is shown with its reason, and is retried or discarded', async ({ page, server }) => {
  await beSignedIn(page, server, 'admin')
  const retried: string[] = []
  await page.route('**/api/admin/system', async (route) => {
    const response = await route.fetch()
    const system = (await response.json()) as Record<string, unknown>
    const at = new Date().toISOString()
    await route.fulfill({
      json: {
        ...system,
        alerts: [
          {
            id: 1,
            kind: 'worker-stuck',
            subject: 'prune',
            title: 'The worker prune is stuck',
            sentence: 'The worker prune keeps failing: no room.',
            follows: [],
            since: at,
            toldAt: null,
          },
        ],
        stuckSends: [
          {
            id: 7,
            kind: 'withdrawal',
            status: 'signed',
            owner: 'Pixel Foundry',
            merchantId: 1,
            amountBtc: '0.01000000',
            amountUsd: '950.00',
            txid: null,
            problem: 'The server refused it.',
            attempts: 4,
            requestedAt: at,
            dueAt: at,
          },
          {
            id: 8,
            kind: 'payout',
            status: 'requested',
            owner: 'North Pier',
            merchantId: null,
            amountBtc: '0.00500000',
            amountUsd: '475.00',
            txid: null,
            problem: 'No coins.',
            attempts: 9,
            requestedAt: at,
            dueAt: at,
          },
        ],
        failedMail: [
          {
            id: 9,
            recipient: 'x@example.test',
            subject: 'Welcome',
            status: 'failed',
            attempts: 12,
            lastError: 'No such host.',
            createdAt: at,
          },
        ],
      },
    })
  })
  await page.route(/\/api\/admin\/system\/(sends|mail)\//, (route) => {
    retried.push(new URL(route.request().url()).pathname)
    return route.fulfill({ json: { message: 'done' } })
  })
  await page.goto('/admin/system')
  await expect(card(page, 'Alerts')).toContainText(/1 open.*The worker prune is stuck\s*Just now.*no room/)
  const payouts = card(page, 'Stuck payouts')
  await expect(payouts).toContainText(
    /Withdrawal #7.*Signed.*Pixel Foundry.*4 attempts.*The server refused it\..*\$950\.00/,
  )
  await payouts.getByRole('button', { name: 'Retry now' }).first().click()
  await expectToast(page, 'Retrying payout')
  await expect(
    payouts.getByRole('button', { name: 'Cancel payout' }),
    'a signed payout cannot be canceled',
  ).toHaveCount(1)
  await payouts.getByRole('button', { name: 'Cancel payout' }).click()
  await page.getByRole('dialog', { name: 'Cancel payout #8?' }).getByRole('button', { name: 'Cancel payout' }).click()
  await expectToast(page, 'Payout canceled')
  await payouts.getByRole('button', { name: 'Resolve' }).click()
  const resolving = page.getByRole('dialog', { name: 'Resolve payout #7' })
  await resolving.getByLabel('TXID').fill('ab'.repeat(32))
  await resolving.getByLabel('Outcome').selectOption('Paid someone else')
  await resolving.getByRole('button', { name: 'Resolve' }).click()
  await expectToast(page, 'Payout resolved')
  const emails = card(page, 'Undelivered emails')
  await expect(emails).toContainText(/Welcome.*To x@example\.test.*gave up after 12 attempts.*No such host\./)
  await emails.getByRole('button', { name: 'Retry now' }).click()
  await expectToast(page, 'Retrying email')
  await emails.getByRole('button', { name: 'Discard' }).click()
  await expectToast(page, 'Email discarded')
  expect(retried).toEqual([
    '/api/admin/system/sends/7/retry',
    '/api/admin/system/sends/8/cancel',
    '/api/admin/system/sends/7/resolve',
    '/api/admin/system/mail/9/retry',
    '/api/admin/system/mail/9/dismiss',
  ])
})
