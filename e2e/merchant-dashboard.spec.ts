import type { Locator, Page } from '@playwright/test'
import { balance, fulfill } from './fake-answers.ts'
import { beSignedIn, expect, test } from './fixtures.ts'
import { card, mine, pay, pull, readyMerchant } from './money.ts'

test.use({ world: 'dashboard', timezoneId: 'America/New_York' })

const none = {
  count: 0,
  grossBtc: '0.00000000',
  grossUsd: '0.00',
  feeBtc: '0.00000000',
  feeUsd: '0.00',
  netBtc: '0.00000000',
  netUsd: '0.00',
}
const nothingPending = { count: 0, grossBtc: '0.00000000', grossUsd: '0.00' }
const counts = {
  total: 0,
  filtered: 0,
  invoices: 0,
  confirmed: 0,
  pending: 0,
  failed: 0,
  exact: true,
  cap: 10_000,
  payments: none,
  pendingPayments: nothingPending,
  sent: none,
}

type Sums = { gross: number; pending?: number; count?: number }
const usd = (cents: number) => (cents / 100).toFixed(2)

/** What the server says of a day, in cents. The fee is 4 percent. */
const dayOf = (day: string, { gross, pending = 0, count = 2 }: Sums) => ({
  day,
  count,
  payments: {
    ...none,
    count,
    grossUsd: usd(gross),
    feeUsd: usd(-gross * 0.04),
    netUsd: usd(gross * 0.96),
  },
  pendingPayments: { ...nothingPending, grossUsd: usd(pending) },
  sent: none,
})

const isoDay = (daysAgo: number) => {
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(at)
}

/** Answers requests for the days of a period and of the period before it. */
const fulfillDays = (page: Page, sums: (daysAgo: number) => Sums | undefined) =>
  page.route('**/api/merchant/transactions/days?**', (route) => {
    const params = new URL(route.request().url()).searchParams
    const days = Array.from({ length: 400 }, (_, daysAgo) => ({ day: isoDay(daysAgo), sums: sums(daysAgo) }))
    const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
    return route.fulfill({
      json: days
        .filter(({ day, sums: known }) => known && day >= from && day <= to)
        .map(({ day, sums: known }) => dayOf(day, known ?? { gross: 0 })),
    })
  })

const centsOf = (text: string) => Number(text.replace(/[^\d]/g, ''))

test('the first day shows how to get set up, zeros, and no comparison', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await fulfill(page, '/api/merchant/transactions/summary', counts)
  await fulfill(page, '/api/merchant/transactions?limit=5', [])
  await page.goto('/merchant/dashboard')
  const steps = card(page, 'Get set up')
  const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name })
  await expect(step('Create your account')).toContainText('Done')
  await expect(step('Turn on two-factor').getByRole('link')).toHaveAttribute('href', '/merchant/security')
  await expect(step('Back up your recovery phrase').getByRole('link')).toHaveAttribute('href', '/merchant/wallet')
  await expect(step('Get your first payment')).toContainText('To do')
  await expect(steps).toContainText(/\d of 7 done/)
  await expect(card(page, 'Received')).toContainText('Gross$0.00')
  await expect(card(page, 'Received').getByText(/^was /)).toHaveCount(0)
  await expect(card(page, 'Recent activity')).toContainText('No transactions yet')
  await expect(card(page, 'Recent activity')).toContainText('Your Bitcoin transactions will appear here')
  const test = card(page, 'Try a test payment')
  await test.getByRole('button', { name: 'Create test payment' }).click()
  await expect(test.getByRole('link', { name: 'Open checkout' })).toHaveAttribute('href', /\/i\//)
  await expect(step('Create your first invoice')).toContainText('Done')
  const { invoiceId } = await createInvoice({ amount: '20.00' })
  await page.unroute('**/api/merchant/transactions/summary')
  await page.unroute('**/api/merchant/transactions?limit=5')
  await pay(server, invoiceId, 'onchain')
  await expect(card(page, 'Recent activity').getByRole('listitem').first()).toContainText('+$20.00')
  await expect(steps.getByRole('list')).toHaveCount(0)
  await expect(steps).toContainText('Next step: Turn on two-factor.')
  await steps.getByRole('button', { name: 'Hide' }).click()
  await expect(steps).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('status words and ages match /api/status', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/dashboard')
  const status = page.getByRole('list', { name: 'Status' })
  await expect(status).toContainText(/System StatusPrices updated (just now|\d+ seconds? ago)/)
  await expect(status).toContainText(/Bitcoin NetworkBlock [\d,]+.*Synced/)
  await expect(status).toContainText(/Payment Gateway.*Connected/)
  const now = (await (await fetch(`${server.url}/api/status`)).json()) as { engine: object }
  await fulfill(page, '/api/status', { ...now, engine: { ...now.engine, reachable: false, checkedAt: null } })
  await page.reload()
  await expect(status).toContainText(/Payment Gateway.*Not connected/)
})

test('Lightning can be looped out only from $300.00', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await fulfill(page, '/api/merchant/lightning-balance', {
    btc: '0.00277768',
    usd: '299.99',
    heldBtc: '0.00000000',
    heldUsd: '0.00',
    node: 'shared',
  })
  await page.goto('/merchant/dashboard')
  const lightning = card(page, 'Lightning balance')
  await expect(lightning).toContainText('$299.99')
  await expect(lightning.getByRole('button', { name: 'Loop Out' })).toBeDisabled()
  await expect(lightning.getByText('Minimum $300.00 required')).toBeVisible()
  await expect(lightning.getByRole('img')).toHaveAccessibleName(/\$299\.99, below the \$300\.00 needed/)
  await fulfill(page, '/api/merchant/lightning-balance', {
    btc: '0.00277778',
    usd: '300.00',
    heldBtc: '0.00000000',
    heldUsd: '0.00',
    node: 'shared',
  })
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

test('figures and chart follow one period, and add up', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  // Today, then the six days before, then the week before that.
  const days = [50_000, 111_300, 201_400, 159_000, 63_600, 127_200, 84_300, ...Array(7).fill(100_000)]
  await fulfillDays(page, (daysAgo) =>
    days[daysAgo] === undefined ? undefined : { gross: days[daysAgo], pending: daysAgo === 0 ? 25_000 : 0 },
  )
  await page.goto('/merchant/dashboard')
  const received = card(page, 'Received')
  await expect(received).toContainText('Gross$7,968.00')
  const [gross = 0, fees = 0, net = 0] = (await received.locator('.figure-row .money').allTextContents()).map(centsOf)
  expect(gross - fees).toBe(net)
  expect(gross).toBe(796_800)
  await expect(received).toContainText('▲ 13.8% was $7,000.00')
  await expect(received).toContainText('4.0% of gross')
  await expect(received).toContainText('Each block = $200')
  await expect(received).toContainText('Pending, $250.00')
  const columns = received.locator('.plot .col')
  await expect(columns).toHaveCount(7)
  await expect(columns.nth(6)).toHaveClass(/now/)
  await expect(columns.nth(6).locator('.wait')).toBeVisible()
  const heights = await columns.locator('.solid').evaluateAll((bars) => bars.map((bar) => bar.clientHeight))
  expect((heights[4] ?? 0) / (heights[6] ?? 1)).toBeCloseTo(201_400 / 50_000, 1)
  await expect(received.getByRole('row')).toHaveCount(8)
  await expect(received.getByRole('row').nth(7)).toContainText('$500.00$20.00$480.00$250.00')

  await received.getByRole('button', { name: '30D' }).click()
  await expect(page).toHaveURL(/period=30d/)
  await expect(columns).toHaveCount(30)
  await expect(received).toContainText('Gross$14,968.00')
  await expect(received.getByText(/^was /)).toHaveCount(0)

  await received.getByRole('button', { name: 'Custom' }).click()
  const popover = page.getByRole('dialog', { name: 'Custom' })
  await popover.getByLabel('From').fill(isoDay(1))
  await popover.getByLabel('To').fill(isoDay(0))
  await popover.getByRole('button', { name: 'Apply' }).click()
  await expect(columns).toHaveCount(2)
  await expect(received).toContainText('Gross$1,613.00')

  // Analytics shows the same figures above the list, as wide as the list.
  await received.getByRole('link', { name: 'Analytics' }).click()
  await expect(page).toHaveURL(/\/merchant\/transactions/)
  await expect(received).toContainText('Gross$')
  const [figures, list] = [await received.boundingBox(), await card(page, 'Totals').boundingBox()]
  expect(figures?.width).toBe(list?.width)
})

test('one day is read by pointer or arrow keys, in both themes', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await fulfillDays(page, (daysAgo) => ({ gross: 100_000 + daysAgo * 1_000, pending: daysAgo === 0 ? 5_000 : 0 }))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/merchant/dashboard')
    const received = card(page, 'Received')
    const chart = received.getByRole('slider')
    const tip = received.locator('.chart-tip')
    await chart.focus()
    await expect(tip).toContainText('Pending$50.00')
    await chart.press('ArrowLeft')
    await expect(tip).toContainText('Gross, 2 payments$1,010.00')
    await expect(tip).toContainText('Fees−$40.40')
    await expect(tip).toContainText('Net$969.60')
    await expect(tip).toContainText(/day before\$1,080\.00/)
    await expect(chart).toHaveAttribute('aria-valuetext', /Gross, 2 payments \$1,010\.00/)
    await expectReadable(tip)
    await chart.press('Home')
    await expect(tip).toContainText('$1,060.00')
    await chart.press('Escape')
    await expect(tip).toHaveCount(0)
    const box = await chart.boundingBox()
    if (!box) throw new Error('no chart')
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5)
    await expect(tip).toContainText('$1,030.00')
  }
})

/** Every text of a dark or light surface has at least 4.5 to 1. */
const expectReadable = async (surface: Locator) => {
  const ratios = await surface.evaluate((element) => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
    const light = (color: string) => {
      const [r = 0, g = 0, b = 0] = channels(color).map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const ground = light(getComputedStyle(element).backgroundColor)
    return [...element.querySelectorAll('b, dt, dd, .usd, .c')].map((text) => {
      const ink = light(getComputedStyle(text).color)
      return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)
    })
  })
  expect(ratios.length).toBeGreaterThan(4)
  for (const ratio of ratios) expect(ratio).toBeGreaterThan(4.5)
}

test('days begin and end in the person’s time zone', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  const asked = page.waitForRequest((request) => request.url().includes('/api/merchant/transactions/days'))
  await page.goto('/merchant/dashboard')
  const params = new URL((await asked).url()).searchParams
  expect(params.get('tz')).toBe(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone))
})

test('what needs attention is listed with one act each, and counted in the sidebar', async ({ page, server }) => {
  const { createInvoice, get } = await readyMerchant(server, 'secondMerchant')
  const { invoiceId } = await createInvoice({ amount: '50.00', description: 'Two seats' })
  await pull(server, 'pay', { invoiceId, method: 'onchain', amountBtc: '0.01' })
  await mine(server)
  const partial = await createInvoice({ amount: '50.00', description: 'Half a table' })
  await pull(server, 'pay', { invoiceId: partial.invoiceId, method: 'onchain', amountBtc: '0.0001' })
  await expect
    .poll(async () => ((await get('/api/merchant/invoices?state=attention')) as unknown[]).length)
    .toBeGreaterThan(1)
  await beSignedIn(page, server, 'secondMerchant')
  await page.goto('/merchant/dashboard')
  const inbox = card(page, 'Needs attention')
  const row = inbox.getByRole('listitem').filter({ hasText: 'Two seats' })
  await expect(row).toContainText('Overpaid')
  await expect(row).toContainText(/Paid \$[\d,.]+ of \$50\.00/)
  await expect(row.getByRole('link', { name: /^Refund \$/ })).toHaveAttribute('href', `/merchant/invoices/${invoiceId}`)
  const open = inbox.getByRole('listitem').filter({ hasText: 'Half a table' })
  await expect(open).toContainText(/Partially paid\$[1-9][\d.]* of \$50\.00 so far/)
  await expect(
    page.getByRole('navigation', { name: 'Merchant' }).getByRole('link', { name: /^Invoices/ }),
  ).toContainText('2')
  await page.getByRole('navigation', { name: 'Merchant' }).getByRole('link', { name: 'Wallet' }).click()
  await page.getByRole('navigation', { name: 'Merchant' }).getByRole('link', { name: 'Dashboard' }).click()
  await fulfill(page, '/api/merchant/invoices?state=attention&limit=4', [])
  await page.reload()
  await expect(card(page, 'Received')).toBeVisible()
  await expect(inbox).toHaveCount(0)
})

test('the counts follow the payments without a reload', { tag: '@core' }, async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  await mine(server)
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/dashboard')
  const count = (name: string) => card(page, 'Recent activity').getByRole('link', { name: new RegExp(`${name}$`) })
  await expect(count('Pending')).toHaveText('0 Pending')
  const confirmed = centsOf(await count('Confirmed').innerText())
  await expect(count('Confirmed')).toHaveAttribute('href', '/merchant/transactions?status=confirmed')
  const { invoiceId } = await createInvoice({ amount: '30.00' })
  await pay(server, invoiceId, 'onchain')
  await expect(count('Pending')).toHaveText('1 Pending')
  await mine(server)
  await expect(count('Pending')).toHaveText('0 Pending')
  await expect(count('Confirmed')).toHaveText(`${confirmed + 1} Confirmed`)
})
