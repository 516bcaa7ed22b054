import type { Page } from '@playwright/test'
import { beSignedIn, expect, expectToast, newestEmail, people, test } from './fixtures.ts'
import { pay, readyMerchant } from './money.ts'

test.use({ world: 'notifications' })

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const list = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })

const choose = async (page: Page, name: string) => {
  await page.goto('/merchant/settings?tab=notifications')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await page.getByRole('switch', { name, exact: true }).click()
  await saved
}

test('a merchant sees a payment in the bell, turns it off, and gets none for the next', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/settings')
  await expect(bell(page)).toHaveAccessibleName('Notifications')

  const first = await createInvoice({ amount: '21.00', description: 'Rope' })
  await pay(server, first.invoiceId, 'lightning')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new')
  await bell(page).click()
  const entry = list(page).getByRole('link', { name: /\$\d+\.\d\d received.*Rope/ })
  await expect(entry).toContainText('New')
  await entry.click()
  await expect(page).toHaveURL(`/merchant/invoices/${first.invoiceId}`)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.reload()
  await expect(bell(page), 'it stays read').toHaveAccessibleName('Notifications')

  await choose(page, 'Payment received, In app')
  await choose(page, 'Payment received, Email')
  const second = await createInvoice({ amount: '34.00', description: 'Anchor' })
  await pay(server, second.invoiceId, 'lightning')
  const email = await newestEmail(server, people.merchant, /received$/)
  expect(email.text).toContain('For: Anchor')
  await page.goto('/merchant/settings')
  await bell(page).click()
  await expect(list(page).getByRole('link')).toHaveCount(1)
  await expect(list(page)).not.toContainText('Anchor')
})

test('a colleague has their own bell and reads all at once', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'cashier')
  await page.goto('/merchant/transactions')
  const { invoiceId } = await createInvoice({ amount: '55.00', description: 'Sail' })
  await pay(server, invoiceId, 'lightning')
  await expect(bell(page)).toHaveAccessibleName(/, \d+ new$/)
  await bell(page).click()
  await expect(list(page).getByRole('link', { name: /received.*Sail/ })).toContainText('New')
  await list(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(list(page).getByRole('link', { name: /received.*Sail/ })).not.toContainText('New')
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
})

test('a partner chooses what the bell shows, and the payout email stays on', async ({ page, server }) => {
  await beSignedIn(page, server, 'partner')
  await page.goto('/partner/settings')
  await expect(page.getByRole('switch', { name: 'Payout sent, Email' })).toBeDisabled()
  await expect(page.getByText('The email is always sent')).toBeVisible()
  const inBell = page.getByRole('switch', { name: 'Payout sent, In app' })
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await inBell.click()
  await saved
  await page.reload()
  await expect(inBell).toHaveAttribute('aria-checked', 'false')
  await bell(page).click()
  await expect(list(page)).toContainText('No notifications')
})

test('a change that can’t be saved is undone and reported', async ({ page, server }) => {
  await beSignedIn(page, server, 'secondMerchant')
  await page.goto('/merchant/settings?tab=notifications')
  const attention = page.getByRole('switch', { name: 'Needs attention, In app' })
  await expect(attention).toHaveAttribute('aria-checked', 'true')
  await page.route('**/api/auth/notification-settings', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await attention.click()
  await expectToast(page, 'Error', 'Couldn’t save this. Try again.')
  await expect(attention).toHaveAttribute('aria-checked', 'true')
})
