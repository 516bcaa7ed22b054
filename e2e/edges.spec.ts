import { expect, test } from './fixtures.ts'

const site = ['/', '/about', '/contact', '/terms', '/privacy', '/get-started', '/login', '/docs', '/sandbox']

test('nothing scrolls horizontally on the narrowest screen, which is also a laptop at 400 %', { tag: '@ci' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of site) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
})

test('without scripts, pages to read are complete, and the others say what they need', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const page = await context.newPage()
  // Text queries don't find text inside noscript.
  for (const path of ['/get-started', '/login', '/reset-password', '/nothing-here', '/merchant/dashboard']) {
    await page.goto(path)
    await expect(page.locator('.noscript'), path).toBeVisible()
  }
  await page.goto('/terms')
  await expect(page.locator('.noscript')).toHaveCount(0)
  await expect(page.getByText('cost …%: a platform fee of …% and …% that is shared')).toBeVisible()
  await context.close()
})

test('a dark page prints as black on white', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  for (const path of ['/', '/about', '/contact', '/terms', '/privacy', '/docs']) {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    await expect(heading, path).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expect(page.locator('body'), path).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  }
})
