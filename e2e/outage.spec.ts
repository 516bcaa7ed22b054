import { beSignedIn, expect, test } from './fixtures.ts'
import { card, pull, readyMerchant } from './money.ts'

test.use({ world: 'outage' })

/** The server is checked every 5 seconds, and alerts are updated every 10. */
const patience = { timeout: 45_000 }

test('an outage is one card for admins, one bar for those who are affected, and ends by itself', async ({
  page,
  browser,
  server,
}) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'admin')
  await pull(server, 'engine', { down: true })
  await page.goto('/admin/system')
  test.slow()
  const outage = card(page, 'Payment server main isn’t responding')
  await expect(outage).toBeVisible(patience)
  await expect(outage).toContainText(/can’t create invoices.*What is safe.*What to do/s)
  await expect(card(page, 'Payment server')).toContainText(/Rate source\s*Unknown/)
  await expect(card(page, 'Alerts')).toBeHidden()

  await page.goto('/admin/dashboard')
  const bar = page.getByRole('alert').filter({ hasText: 'Payment server main isn’t responding.' })
  await expect(bar).toContainText('Money is safe.')
  await expect(bar.getByRole('link', { name: 'See what to do' })).toHaveAttribute('href', '/admin/system')

  const context = await browser.newContext({ baseURL: server.url })
  const shop = await context.newPage()
  await beSignedIn(shop, server, 'merchant')
  await shop.goto('/merchant/dashboard')
  await expect(shop.getByRole('alert').filter({ hasText: 'You can’t create invoices right now.' })).toBeVisible(
    patience,
  )
  await expect(shop.getByRole('button', { name: 'Create Invoice' })).toBeDisabled()
  await expect(card(shop, 'Total balance')).toContainText(/Figures from \d+:\d\d/)

  await pull(server, 'engine', { down: false })
  await expect(shop.getByText('You can’t create invoices right now.')).toBeHidden(patience)
  await expect(shop.getByRole('link', { name: 'Create Invoice' }).first()).toBeVisible()
  await page.goto('/admin/system')
  await expect(outage).toBeHidden(patience)
  await context.close()
})

test('without a price, merchants read what works and what doesn’t', async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  const at = new Date(Date.now() - 600_000).toISOString()
  let isRateMissing = false
  await page.route('**/api/merchant/status', (route) =>
    route.fulfill({
      json: { serverDownSince: null, figuresAt: at, isPriceMissing: true, priceAt: at, isRateMissing },
    }),
  )
  await page.goto('/merchant/dashboard')
  const bar = page.getByRole('alert').filter({ hasText: 'Dollar withdrawals are paused.' })
  await expect(bar).toContainText('You can take payments as usual.')
  await expect(page.getByRole('link', { name: 'Create Invoice' }).first()).toBeVisible()
  isRateMissing = true
  await page.reload()
  await expect(bar).toContainText('you can’t create invoices in dollars. Invoices in bitcoin work.')
})
