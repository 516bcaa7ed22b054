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
  await expect(card(shop, 'Total Balance')).toContainText(/Figures from \d+:\d\d/)

  await pull(server, 'engine', { down: false })
  await expect(shop.getByText('You can’t create invoices right now.')).toBeHidden(patience)
  await expect(shop.getByRole('link', { name: 'Create Invoice' })).toBeVisible()
  await page.goto('/admin/system')
  await expect(outage).toBeHidden(patience)
  await context.close()
})
