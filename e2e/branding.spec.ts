import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { drawLogo } from './draw-logo.ts'
import { beSignedIn, expect, expectToast, test } from './fixtures.ts'
import { readyMerchant } from './money.ts'

test.use({ world: 'branding' })

const backgroundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor)

const expectAccessible = async (page: Page, where: string) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  expect(found, where).toEqual([])
}

test('a merchant’s logo, color and name appear in the preview and on the checkout', async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/settings?tab=branding')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Kestrel Arcade')).toBeVisible()

  const choose = page.locator('input[type=file]')
  await choose.setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  })
  await expectToast(page, 'Error', 'This file isn’t a PNG, JPEG or WebP picture that we can read.')
  await choose.setInputFiles({
    name: 'l.webp',
    mimeType: 'image/webp',
    buffer: await drawLogo(page, '#b3261e', 'image/webp'),
  })
  await expectToast(page, 'Success', 'Logo updated')
  await expect(preview.locator('img')).toHaveJSProperty('naturalWidth', 256)

  const code = page.getByLabel('Color code')
  await code.fill('12')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Enter a color such as 0F6E84')).toBeVisible()
  await code.fill('FFE600')
  await expect(page.getByText(/^Too light for white text\. Customers see #[0-9A-F]{6}/)).toContainText('4.5 to 1')
  await page.getByRole('button', { name: 'Teal' }).click()
  await expect(page.getByText('White text on it has a contrast of 5.8 to 1')).toBeVisible()
  await expect.poll(() => backgroundOf(page, '.branding-preview .band')).toBe('rgb(15, 110, 132)')
  await page.getByLabel('Name on checkout').fill('Kestrel & Co')
  await page.getByLabel('Support contact').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Enter an email address or a link that starts with https://')).toBeVisible()
  await page.getByLabel('Support contact').fill('help@kestrel.example')
  for (const name of ['Email', 'Receipt']) {
    await preview.getByRole('button', { name }).click()
    await expect(preview.getByText('Kestrel & Co', { exact: true })).toBeVisible()
    await expect(preview.getByText(/help@kestrel\.example/)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Success', 'Branding updated')
  await expectAccessible(page, 'settings')

  const { invoiceId } = await createInvoice({ amount: '20.00' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(`/i/${invoiceId}`)
    await expect(page).toHaveTitle('Pay $20.00 · Kestrel & Co')
    await expect(page.locator('.shop-bar img')).toHaveJSProperty('naturalWidth', 256)
    await expect(page.getByRole('link', { name: 'Contact Kestrel & Co' })).toHaveAttribute(
      'href',
      'mailto:help@kestrel.example',
    )
    await expectAccessible(page, `checkout ${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`/i/${invoiceId}`)
  await expect.poll(() => backgroundOf(page, '.shop-bar')).toBe('rgb(15, 110, 132)')
  await expect.poll(() => backgroundOf(page, '.acts .btn--signal')).toBe('rgb(15, 110, 132)')
})
