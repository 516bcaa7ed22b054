import { AxeBuilder } from '@axe-core/playwright'
import { beSignedIn, expect, test, tokenOf } from './fixtures.ts'

test.use({ world: 'payment-links' })

test('a link is created, used by a customer without scripts, paid, paused and edited', async ({
  page,
  server,
  browser,
}) => {
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/payment-links')
  await expect(page.getByText('No payment links yet')).toBeVisible()
  await page.getByRole('button', { name: 'New payment link' }).click()
  const dialog = page.getByRole('dialog', { name: 'New payment link' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('Enter a title')).toBeVisible()
  await dialog.getByLabel('Title').fill('Season pass, 12 months')
  await dialog.getByLabel('Amount (USD)').fill('27.50')
  await dialog.getByLabel('Customer’s email').selectOption('required')
  await dialog.getByLabel('Maximum payments').fill('2')
  await dialog.getByRole('button', { name: 'Create link' }).click()

  // The new one is open: its URL, its QR code, its button.
  const list = page.getByRole('region', { name: 'Payment links' })
  await expect(list.getByRole('img', { name: 'QR code of Season pass, 12 months' })).toBeVisible()
  await expect(list.getByText(/<a href="http:\/\/localhost:\d+\/p\/\w+" style=/)).toBeVisible()
  const address = (await list.getByRole('link', { name: /\/p\// }).getAttribute('href')) ?? ''

  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const customer = await plain.newPage()
  await customer.goto(address)
  await expect(customer.getByRole('heading', { name: 'Season pass, 12 months' })).toBeVisible()
  await customer.getByRole('button', { name: 'Pay $27.50' }).click()
  await expect(customer.getByRole('alert')).toHaveText('Enter your email address')
  await customer.getByLabel('Your email').fill('ada@example.test')
  await customer.getByRole('button', { name: 'Pay $27.50' }).click()
  await expect(customer).toHaveURL(/\/i\/\w+$/)
  await expect(customer.getByText('Season pass, 12 months')).toBeVisible()
  const invoiceId = customer.url().split('/').at(-1)
  await plain.close()

  const pull = (lever: string, body: object) =>
    fetch(`${server.url}/api/sandbox/${lever}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await pull('pay', { invoiceId, method: 'onchain' })
  await pull('mine', { blocks: 1 })
  await expect(list.getByText('1 of 2 payments')).toBeVisible({ timeout: 45_000 })
  await expect(list.getByRole('button', { name: /Season pass/ })).toContainText('$27.50')

  await list.getByRole('button', { name: 'Pause' }).click()
  await expect(list.getByText('Paused', { exact: true })).toBeVisible()
  await page.goto(address)
  await expect(page.getByText('This payment link is paused.', { exact: false })).toBeVisible()
  await page.goto('/merchant/payment-links')
  await list.getByRole('button', { name: /Season pass/ }).click()
  await list.getByRole('button', { name: 'Resume' }).click()
  await expect(list.getByText('Active', { exact: true })).toBeVisible()
  await list.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit payment link' })
  await edit.getByRole('button', { name: 'Customer chooses' }).click()
  await edit.getByLabel('Minimum (USD)').fill('5')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(list.getByRole('button', { name: /Season pass/ })).toContainText('Any amount from $5.00')
})

test('the page refuses too small amounts, fits phone and desktop in both themes, and is accessible', async ({
  page,
  server,
}) => {
  const response = await fetch(`${server.url}/api/merchant/payment-links`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(server, 'merchant')}` },
    body: JSON.stringify({ title: 'Support the arcade', minAmount: '5.00', currency: 'EUR', askName: 'optional' }),
  })
  const { url } = (await response.json()) as { url: string }
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(url)
      await page.getByLabel('Amount in EUR').fill('4')
      await page.getByRole('button', { name: 'Continue to payment' }).click()
      await expect(page.getByRole('alert')).toHaveText('The smallest amount is 5.00 EUR')
      await expect(page.getByLabel('Amount in EUR')).toHaveValue('4')
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  }
  await page.getByLabel('Amount in EUR').fill('12.5')
  await page.getByRole('button', { name: 'Continue to payment' }).dblclick()
  await expect(page).toHaveURL(/\/i\/\w+$/)
  await page.goto(`${server.url}/p/nothing`)
  await expect(page.getByRole('heading', { name: 'Payment link not found' })).toBeVisible()
})

test('a store’s user may read but not change', async ({ page, server }) => {
  await beSignedIn(page, server, 'cashier')
  await page.goto('/merchant/payment-links')
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Links' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New payment link' })).toHaveCount(0)
})
