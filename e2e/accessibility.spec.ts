import { AxeBuilder } from '@axe-core/playwright'
import type { Page, Request } from '@playwright/test'
import { beSignedIn, expect, go, type Person, test } from './fixtures.ts'
import { notFound, portalRoutes } from './routes.ts'

/** Requests without an answer yet, apart from the event stream, which never ends. */
const open = new Set<Request>()

test.beforeEach(({ page }) => {
  open.clear()
  page.on('request', (request) => {
    if (request.headers().accept !== 'text/event-stream') open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
})

/** All rules in the light theme, and in the dark theme only what the theme can change. */
const expectAccessible = async (page: Page, where: string) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await settled(page)
  expect(await violationsOf(new AxeBuilder({ page })), where).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await settled(page)
  expect(await violationsOf(new AxeBuilder({ page }).withRules(['color-contrast'])), `${where} by night`).toEqual([])
}

/**
 * Everything is loaded, no color transition is running, and the page shows the theme. What arrives during the analysis
 * moves text onto other backgrounds.
 */
const settled = async (page: Page) => {
  await expect.poll(() => [...open].map((request) => request.url())).toEqual([])
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    const moving = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.all(moving.map((each) => each.finished.catch(() => undefined)))
    await frame()
  })
}

const violationsOf = async (axe: AxeBuilder) => {
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} (${node.failureSummary})`).join(' | ')}`,
  )
}

const visitors: { person: Person | 'nobody'; paths: string[] }[] = [
  {
    person: 'nobody',
    paths: ['/login', '/reset-password', '/reset-password?token=x', '/welcome?token=x', '/status', '/sandbox'],
  },
  { person: 'merchant', paths: [...Object.keys(portalRoutes.merchant), '/no/such/page'] },
  { person: 'partner', paths: Object.keys(portalRoutes.partner) },
  { person: 'admin', paths: Object.keys(portalRoutes.admin) },
]

const titles: Record<string, string | RegExp> = {
  ...Object.assign({}, ...Object.values(portalRoutes)),
  '/no/such/page': notFound,
}

for (const { person, paths } of visitors) {
  // The short run checks the fullest portal, the long one all of them.
  const tag = person === 'partner' || person === 'admin' ? ' @long' : ''
  test(`no violation on pages of ${person}${tag}`, async ({ page, server }) => {
    // Each of many pages is analyzed.
    test.setTimeout(600_000)
    if (person !== 'nobody') await beSignedIn(page, server, person)
    await page.goto('/status')
    for (const path of paths) {
      await go(page, path)
      // The page before is shown until this one is loaded.
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(titles[path] ?? /./)
      await expectAccessible(page, path)
    }
  })
}

test('no violation in errors, toasts, dialogs and the menu', { tag: '@core' }, async ({ page, server }) => {
  test.slow()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expectAccessible(page, 'field errors')
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 202, json: { tempToken: 't', message: 'm' } }),
  )
  await page.getByLabel('Email').fill('someone@bitquay.test')
  await page.getByLabel('Password', { exact: true }).fill('anything')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByLabel('2FA code')).toBeVisible()
  await expectAccessible(page, 'second step with a toast')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expectAccessible(page, 'recovery code')

  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/security')
  await page.getByRole('button', { name: 'Enable 2FA' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'set-up dialog')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page, 'menu')
})
