import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { drawLogo } from './draw-logo.ts'
import { beSignedIn, expect, expectToast, test } from './fixtures.ts'
import { readyMerchant } from './money.ts'

test.use({ world: 'platform-brand' })

/** The name beside the logo, with the logo of the platform as its picture and not our mark. */
const expectBrand = async (page: Page, where: string) => {
  const logo = page.locator('.logo:visible').first()
  await expect(logo, where).toHaveText('Northsea Pay')
  await expect(logo.locator('svg'), where).toBeHidden()
  const picture = await logo.evaluate((element) => getComputedStyle(element, '::before').backgroundImage)
  expect(picture, where).toMatch(/\/images\/[0-9a-f]{40}/)
  const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze()
  expect(
    violations.flatMap(({ nodes }) => nodes.map((node) => node.html)),
    where,
  ).toEqual([])
}

test('an admin’s name, logo, colors and terms are on every page', { tag: '@ci' }, async ({ browser, page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '20.00' })
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/brand')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await drawLogo(page, '#0f6e84') })
  await expectToast(page, 'Success', 'The logo is in the draft. Nobody else sees it.')
  await page.getByLabel('Platform name').fill('Northsea Pay')
  await page.getByLabel('Accent color').fill('#FFCC00')
  await page.getByLabel('Dark color').fill('#88CCFF')
  await page.getByLabel('Terms of Service', { exact: true }).fill('## Fees\nYou pay **1%** to [Company].')
  await page.getByLabel('Terms of Service applies from').fill(new Date().toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, 'Draft saved', 'Open the preview to see it on the public pages.')
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish the brand' })
  await expect(dialog.getByText('Terms of Service: Line 2: fill in “[Company]”')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Terms of Service', { exact: true }).fill('## Fees\nYou pay **1%** of each payment.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, 'Draft saved', 'Open the preview to see it on the public pages.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expectToast(page, 'Brand published', 'All pages, emails and documents show it within 10 seconds.')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const path of ['/', '/admin', '/status', `/i/${invoiceId}`, '/terms']) {
      await page.goto(path)
      await expectBrand(page, `${path} ${colorScheme}`)
    }
  }
  await expect(page.getByRole('heading', { name: 'Fees' })).toBeVisible()
  await expect(page.getByText('You pay 1% of each payment.')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await expectBrand(page, 'login')

  const withoutScripts = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const plain = await withoutScripts.newPage()
  await plain.goto('/terms')
  await expect(plain.getByRole('heading', { name: 'Fees' })).toBeVisible()
  await expect(plain.getByRole('contentinfo').getByText('Northsea Pay').first()).toBeVisible()
  await withoutScripts.close()
})
