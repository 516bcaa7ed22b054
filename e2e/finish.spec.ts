import type { Page } from '@playwright/test'
import { beSignedIn, expect, go, test } from './fixtures.ts'
import { portalRoutes } from './routes.ts'

/** Moves the focus with the keyboard and returns where it is, and whether it is visible. */
const nextStop = async (page: Page) => {
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return { name: 'the end', seen: true, inDialog: false }
    const { boxShadow } = getComputedStyle(at)
    const { top, bottom, width } = at.getBoundingClientRect()
    return {
      name: `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent ?? ''}`.trim(),
      // The six cells of a code are drawn over one input, and show its focus.
      seen: (boxShadow !== 'none' && width > 0 && bottom > 0 && top < innerHeight) || at.closest('.otp') !== null,
      inDialog: at.closest('[role=dialog]') !== null,
    }
  })
}

test('every focus stop of the keyboard is visible', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const walk = async (path: string, stops: number) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (let stop = 0; stop < stops; stop++) {
      const { name, seen } = await nextStop(page)
      expect(seen, `${path}: ${name}`).toBe(true)
    }
  }
  await walk('/login', 10)
  await walk('/get-started', 7)
  await beSignedIn(page, server, 'merchant')
  await walk('/merchant/invoices', 26)
  await walk('/merchant/send', 26)
})

const dialogs = [
  { person: 'admin', path: '/admin/dashboard', opener: 'Add Merchant', field: 'Store name' },
  { person: 'merchant', path: '/merchant/payment-links', opener: 'New payment link', field: 'Title' },
] as const

for (const { person, path, opener, field } of dialogs) {
  test(`${opener}: the focus stays inside and returns, and typed text is kept`, async ({ page, server }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await beSignedIn(page, server, person)
    await page.goto(path)
    const button = page.getByRole('main').getByRole('button', { name: opener, exact: true }).first()
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel(field, { exact: true })).toBeFocused()
    for (let stop = 0; stop < 20; stop++) expect((await nextStop(page)).inDialog).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()

    await page.keyboard.press('Enter')
    await dialog.getByLabel(field, { exact: true }).fill('Harbour Lights')
    await page.keyboard.press('Escape')
    await expect(dialog.getByLabel(field, { exact: true })).toHaveValue('Harbour Lights')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(button).toBeFocused()
  })
}

const overlays = [
  { path: '/merchant/invoices', opener: /^Create Invoice$/ },
  { path: '/merchant/pos', opener: /^New till$/ },
  { path: '/merchant/dashboard', opener: /^Search/ },
] as const

for (const { path, opener } of overlays) {
  test(`${path}, ${opener.source}: the focus goes in and comes back`, async ({ page, server }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await beSignedIn(page, server, 'merchant')
    await page.goto(path)
    const button = page.getByRole('button', { name: opener }).first()
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator(':focus')).toBeVisible()
    for (let stop = 0; stop < 20; stop++) expect((await nextStop(page)).inDialog).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
  })
}

test('the phone menu keeps the focus and returns it', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await beSignedIn(page, server, 'admin')
  await page.goto('/admin/merchants')
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 })
  for (let stop = 0; stop < 25; stop++) expect((await nextStop(page)).inDialog).toBe(true)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
})

for (const person of ['admin', 'merchant', 'partner'] as const) {
  test(`${person}: the signed-in person is visible on a laptop and in a low window`, async ({ page, server }) => {
    await beSignedIn(page, server, person)
    await page.goto('/')
    for (const height of [900, 560]) {
      await page.setViewportSize({ width: 1440, height })
      await expect(page.getByRole('complementary').getByRole('button', { name: 'Sign Out' })).toBeInViewport({
        ratio: 1,
      })
    }
  })

  test(`${person}: a page that cannot be loaded says so and shows no endless spinner`, async ({ page, server }) => {
    test.setTimeout(360_000)
    await beSignedIn(page, server, person)
    await page.route(/\/api\/(merchant|admin|partner|btc-price|fees|status)\b/, (route) => route.abort())
    await page.goto('/status')
    for (const path of Object.keys(portalRoutes[person])) {
      await go(page, path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.locator('.sk'), `${path}: nothing is still loading`).toHaveCount(0)
      const notice = page.getByRole('main').locator('[role=alert], .notice, .err, .blank')
      await expect(notice.first(), `${path}: it is said`).toBeVisible()
    }
  })
}
