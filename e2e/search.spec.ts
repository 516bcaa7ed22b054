import type { Page } from '@playwright/test'
import { beSignedIn, expect, test, tokenOf } from './fixtures.ts'
import { readyMerchant } from './money.ts'
import type { ServerProcess } from './server-process.ts'

test.use({ world: 'search' })

const field = (page: Page) => page.getByRole('combobox', { name: 'Search Bitquay' })
const results = (page: Page) => page.getByRole('listbox', { name: 'Results' })
const selected = (page: Page) => results(page).getByRole('option', { selected: true })

/** Opens the search without a mouse, once the page can hear the keys. */
const openSearch = async (page: Page) => {
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

/** An invoice of a shop's program, with the shop's own number of the order. */
const createOrder = async (server: ServerProcess, orderId: string, description: string): Promise<string> => {
  const send = async (path: string, authorization: string, body: object) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${authorization}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as Record<string, string>
  }
  const session = await tokenOf(server, 'merchant')
  const { key = '' } = await send('/api/merchant/api-keys', session, { name: 'Shop', scopes: ['invoices'] })
  const { invoiceId = '' } = await send('/api/v1/invoices', key, {
    amount: '27.30',
    currency: 'USD',
    description,
    metadata: { orderId },
  })
  return invoiceId
}

test('Ctrl+K opens an invoice by its order number, by keyboard alone', { tag: '@ci' }, async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  const invoiceId = await createOrder(server, 'SO-20417', 'Founder bundle')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/settings')
  await openSearch(page)
  await page.keyboard.type('so-204')
  const invoice = results(page).getByRole('group', { name: 'Invoices' }).getByRole('option')
  await expect(invoice).toHaveCount(1)
  await expect(invoice).toContainText('Founder bundle, order SO-20417')
  await expect(invoice).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/merchant/invoices/${invoiceId}`)
  await expect(field(page)).toBeHidden()
  await expect(page.getByRole('complementary').filter({ hasText: 'Founder bundle' })).toBeFocused()

  // Enter before the answer opens what the answer brings, and what was chosen comes first the next time.
  await openSearch(page)
  await expect(results(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText(['Founder'])
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await page.goto('/merchant/settings')
  await openSearch(page)
  await page.keyboard.type('SO-20417')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/merchant/invoices/${invoiceId}`)
})

test('arrow keys move through pages and actions, and an action opens its form', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/settings')
  await openSearch(page)
  await expect(selected(page)).toHaveText('Dashboard')
  await page.keyboard.press('ArrowDown')
  await expect(selected(page)).toHaveText('Reports')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(selected(page)).toHaveText('Send Payment')
  await page.keyboard.type('>create')
  await expect(results(page).getByRole('option')).toHaveText(['Create Invoice'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create Invoice' })).toBeVisible()
  // What is typed into a form stays.
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeHidden()
})

test('a late answer does not replace a newer one', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  await createInvoice({ amount: '11.00', description: 'Lantern' })
  await createInvoice({ amount: '12.00', description: 'Compass' })
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/settings')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/search?q=lantern', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await openSearch(page)
  const asked = page.waitForRequest('**/api/search?q=lantern')
  await field(page).fill('lantern')
  await asked
  await field(page).fill('compass')
  const invoices = results(page).getByRole('group', { name: 'Invoices' }).getByRole('option')
  await expect(invoices).toContainText(['Compass'])
  release()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(invoices).toContainText(['Compass'])
  await expect(results(page)).not.toContainText('Lantern')
})

test('an admin’s search opens a merchant by name, by keyboard alone', async ({ page, server }) => {
  const { get } = await readyMerchant(server, 'secondMerchant')
  const { storeName } = (await get('/api/merchant/settings')) as { storeName: string }
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/system')
  await openSearch(page)
  await page.keyboard.type(storeName)
  const merchant = results(page).getByRole('group', { name: 'Merchants' }).getByRole('option')
  await expect(merchant).toContainText([storeName])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/merchants\?open=\d+$/)
  await expect(page.getByRole('complementary', { name: storeName })).toBeFocused()
})

test('a cashier is not offered to send', async ({ page, server }) => {
  await beSignedIn(page, server, 'cashier')
  await page.goto('/merchant/invoices')
  await openSearch(page)
  await expect(results(page).getByRole('option', { name: 'Create Invoice' })).toBeVisible()
  await expect(results(page).getByRole('option', { name: 'Send Payment' })).toHaveCount(0)
  await page.keyboard.type('send')
  // Only articles that say how others send.
  await expect(results(page).getByRole('group')).toHaveCount(2)
  await expect(results(page).getByRole('group', { name: 'Help' })).toBeVisible()
  await expect(results(page).getByRole('group', { name: 'Support' })).toBeVisible()
})

test('a partner has a search too', async ({ page, server }) => {
  await beSignedIn(page, server, 'partner')
  await page.goto('/partner/dashboard')
  await openSearch(page)
  await page.keyboard.type('withd')
  await expect(selected(page)).toHaveText('Withdraw')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/partner/withdraw')
})

test('on a phone the search fills the screen and opens from the top bar', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/settings')
  await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(field(page)).toBeFocused()
  expect(await page.getByRole('dialog', { name: 'Search' }).boundingBox()).toMatchObject({
    x: 0,
    width: 390,
    height: 844,
  })
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(field(page)).toBeHidden()
})
