import type { Locator, Page } from '@playwright/test'
import { beSignedIn, expect, test } from './fixtures.ts'
import { card, mine, pay, readyMerchant } from './money.ts'

test.use({ world: 'admin-dashboard' })

const figure = (page: Page, label: string) =>
  page.locator('.figure-row > div', { has: page.getByText(label, { exact: true }) })
const bell = (page: Page) => page.locator('.head').getByRole('button', { name: /^Notifications/ })

test('the dashboard shows correct figures and updates on payments and applications', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Platform Dashboard' })).toBeVisible()
  await expect(page.getByText(/^\d+ merchants · Payment server online/)).toBeVisible()
  for (const label of ['Total Volume', 'Platform Revenue', 'Total Payouts'])
    await expect(figure(page, label).locator('.money')).toHaveText('$0.00')
  await expect(figure(page, 'Total Volume')).not.toContainText('was', { timeout: 1 })
  await expect(figure(page, 'Active Merchants').locator('.money')).toHaveText('2')
  await expect(card(page, 'Wallet Balance now')).toContainText(/Platform wallet.*Free/)
  await expect(card(page, 'Top Merchants')).toContainText('No fees in this period')
  const recent = card(page, 'Recent Transactions')
  await expect(recent.getByRole('heading', { name: 'No transactions yet' })).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await bell(page).click()
  await expect(page.locator('.head').getByText('No notifications')).toBeVisible()
  await bell(page).click()

  const { invoiceId } = await createInvoice({ amount: '1060.00' })
  await pay(server, invoiceId, 'onchain')
  const row = recent.getByRole('row').nth(1)
  await expect(row).toContainText(/Invoice.*\$1,060\.00.*Pending.*Just now/)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new')
  await mine(server)
  await expect(row).toContainText('Confirmed')
  await expect(figure(page, 'Total Volume').locator('.money')).toHaveText('$1,060.00')
  await expect(figure(page, 'Platform Revenue').locator('.money')).toHaveText(/^\$31\.\d\d$/)
  await expect(card(page, 'Top Merchants').getByRole('row')).toHaveCount(2)
  await expect(card(page, 'Top Merchants')).toContainText(/\$1,060\.00.*\$31\.\d\d/)

  const applied = await fetch(`${server.url}/api/merchant-applications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      businessName: 'Brightwater Games',
      businessType: 'Gaming & Entertainment',
      businessDescription: 'Games that are played for points.',
      contactName: 'Ida Berg',
      contactEmail: 'ida@brightwater.example',
      contactPhone: '+47 22 22 22 22',
      monthlyVolume: '$100,000 - $500,000',
    }),
  })
  expect(applied.status).toBe(200)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 new')
  await bell(page).click()
  const notifications = page.locator('.head').getByRole('region', { name: 'Notifications' })
  await expect(notifications.getByRole('link').nth(0)).toContainText(
    /Application: Brightwater Games.*\$100,000 - \$500,000 per month.*Just now/,
  )
  await expect(notifications.getByRole('link').nth(1)).toContainText(/Large payment: \$1,060\.00.*Confirmed.*Just now/)
  await page.keyboard.press('Escape')
  await expect(notifications).toBeHidden()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(bell(page)).toBeFocused()

  await bell(page).click()
  await notifications.getByRole('link', { name: /Application/ }).click()
  await expect(page).toHaveURL('/admin/applications')
})

test('7D, 30D and 90D switch the chart, and old activity has relative times', async ({ page, server }) => {
  await beSignedIn(page, server, 'admin')
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const large = {
    kind: 'transaction',
    type: 'payout',
    merchantName: 'Pixel Foundry',
    amountUsd: '12000.00',
    status: 'pending',
  }
  await page.route('**/api/admin/notifications', (route) =>
    route.fulfill({
      json: [
        {
          kind: 'alert',
          id: 1,
          alert: 'wallet-low',
          title: 'No funds for payouts',
          sentence: 'The platform wallet holds too little.',
          at: ago(0.5),
        },
        { ...large, id: 1, at: ago(2.5) },
        { ...large, id: 2, at: ago(50) },
        { ...large, id: 3, at: '2025-01-05T12:00:00.000Z' },
      ],
    }),
  )
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Platform Dashboard' })).toBeVisible()
  const overview = card(page, 'Revenue overview')
  for (const [range, days] of [
    ['7D', 7],
    ['90D', 90],
    ['30D', 30],
  ] as const) {
    await overview.getByRole('button', { name: range }).click()
    await expect(overview.getByRole('button', { name: range })).toHaveAttribute('aria-pressed', 'true')
    await expect(overview.locator('.plot > .b')).toHaveCount(days)
    await expect(overview.getByRole('table', { name: /Revenue per day/ }).getByRole('row')).toHaveCount(days + 1)
  }
  await bell(page).click()
  const links = page.locator('.head').getByRole('region', { name: 'Notifications' }).getByRole('link')
  await expect(links.nth(0)).toContainText(/No funds for payouts.*The platform wallet holds too little\..*Just now/)
  await expect(links.nth(1)).toContainText(/Large payout: \$12,000\.00.*Pixel Foundry · Pending.*2 hours ago/)
  await expect(links.nth(2)).toContainText('2 days ago')
  await expect(links.nth(3)).toContainText('Jan 5, 2025')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add Merchant' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Merchant' })).toBeVisible()
})

test('the revenue chart is readable in both themes, with a pointer and with the keyboard', async ({ page, server }) => {
  await beSignedIn(page, server, 'admin')
  await page.route('**/api/admin/revenue?**', async (route) => {
    const answer = (await (await route.fetch()).json()) as { overTime: object[] }
    const overTime = answer.overTime.map((step, index) => ({
      ...step,
      revenueUsd: `${100 + index}.00`,
      previousUsd: '5.00',
      fees: index + 1,
    }))
    await route.fulfill({ json: { ...answer, overTime } })
  })
  await page.goto('/admin/dashboard')
  const chart = card(page, 'Revenue overview').getByRole('slider', { name: 'Revenue per day' })
  const tip = chart.locator('.tip')
  await expect(chart).toBeVisible()
  await expect(tip).toBeHidden()
  await chart.focus()
  await expect(tip).toContainText('$129.00')
  await page.keyboard.press('ArrowLeft')
  await expect(tip).toContainText('$128.00')
  await expect(chart).toHaveAttribute('aria-valuetext', /: \$128\.00, \$5\.00 one period before, 29 fees$/)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect(tip).toContainText('$100.00')
  await expect(chart).toHaveAttribute('aria-valuetext', / 1 fee$/)
  await page.keyboard.press('End')
  await expect(tip).toContainText('$129.00')
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()

  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await chart.hover({ position: { x: 10, y: 100 } })
    await expect(tip).toContainText('$100.00')
    expect(await leastContrastIn(tip), theme).toBeGreaterThanOrEqual(4.5)
    await page.mouse.move(0, 0)
    await expect(tip).toBeHidden()
  }
})

test('revenue lists ten merchants, and all of them on request', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await beSignedIn(page, server, 'admin')
  const money = { usd: '10.00', btc: '0.00010000' }
  const byMerchant = Array.from({ length: 12 }, (_, index) => ({
    merchantId: index + 1,
    storeName: `Store ${index + 1}`,
    fees: 3,
    revenue: money,
    previousUsd: '5.00',
    partnerShare: money,
  }))
  await page.route('**/api/admin/revenue?**', async (route) => {
    const answer = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...answer, byMerchant } })
  })
  await page.goto('/admin/revenue')
  const stores = card(page, 'By merchant').getByRole('link', { name: /^Store / })
  await expect(stores).toHaveCount(10)
  await page.getByRole('button', { name: 'Show all 12 merchants' }).click()
  await expect(stores).toHaveCount(12)
  const { scroll, space } = await card(page, 'By merchant')
    .locator('.tbl-box')
    .evaluate(({ scrollWidth, clientWidth }) => ({ scroll: scrollWidth, space: clientWidth }))
  expect(scroll).toBeLessThanOrEqual(space)
})

/** The lowest contrast of a text within an element against the element's own ground. */
const leastContrastIn = (element: Locator) =>
  element.evaluate((ground) => {
    const luminanceOf = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const below = luminanceOf(getComputedStyle(ground).backgroundColor)
    const contrasts = [...ground.querySelectorAll('dt, dd')].map((text) => {
      const above = luminanceOf(getComputedStyle(text).color)
      return (Math.max(above, below) + 0.05) / (Math.min(above, below) + 0.05)
    })
    return Math.min(...contrasts)
  })

test('when the figures cannot be loaded, the page reports it and offers to retry', async ({ page, server }) => {
  await beSignedIn(page, server, 'admin')
  await page.route('**/api/admin/dashboard', (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Failed to fetch dashboard data' })).toBeVisible()
  await page.unroute('**/api/admin/dashboard')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(figure(page, 'Total Volume')).toBeVisible()
})
