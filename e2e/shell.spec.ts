import type { Page } from '@playwright/test'
import { beSignedIn, expect, expectToast, go, people, signIn, test, toast } from './fixtures.ts'
import { pay, readyMerchant } from './money.ts'
import { notFound, portalRoutes, publicRoutes } from './routes.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

const portalPaths = Object.values(portalRoutes).flatMap((routes) => Object.keys(routes))

test.describe('guards', () => {
  test('signed out, the public pages and the two forms are shown', async ({ page }) => {
    for (const [path, title] of Object.entries(publicRoutes)) {
      await page.goto(path)
      await expect(heading(page), path).toHaveText(title)
    }
    await page.goto('/login')
    await expect(heading(page)).toHaveText('Welcome Back')
    await page.goto('/reset-password')
    await expect(heading(page)).toHaveText('Forgot Password')
  })

  for (const portal of ['admin', 'merchant', 'partner'] as const) {
    test(`${portal}: own pages are shown and no other portal’s`, { tag: '@ci' }, async ({ page, server }) => {
      await beSignedIn(page, server, portal)
      const own: Record<string, string | RegExp> = portalRoutes[portal]
      await page.goto(`/${portal}/dashboard`)
      const dashboard = own[`/${portal}`] ?? ''
      await expect(heading(page)).toHaveText(dashboard)
      for (const [path, title] of Object.entries(own)) {
        await go(page, path)
        await expect(heading(page), path).toHaveText(title)
      }
      for (const path of [...portalPaths.filter((path) => !(path in own)), '/no/such/page', `/${portal}/nothing`]) {
        await go(page, path)
        await expect(heading(page), path).toHaveText(notFound)
        await expect(
          page.getByRole('button', { name: 'Sign Out', exact: true }),
          'inside one’s own portal',
        ).toBeVisible()
      }
      for (const [path, title] of Object.entries(publicRoutes)) {
        await go(page, path)
        await expect(heading(page), path).toHaveText(title)
      }
      await page.goto('/i/no-such-invoice')
      await expect(heading(page)).toHaveText('Invoice not found')
      await page.goto('/login')
      await expect(page).toHaveURL('/')
      await expect(heading(page)).toHaveText(dashboard)
    })
  }

  test('a store’s user cannot send but can read what was sent', { tag: '@ci' }, async ({ page, server }) => {
    await beSignedIn(page, server, 'cashier')
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Invoice', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Send', exact: true })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name: /Send/ })).toHaveCount(0)
    await page.goto('/merchant/send')
    await expect(
      page.getByText('Only the owner and admins can withdraw. You can see the balance and past withdrawals.'),
    ).toBeVisible()
  })
})

test.describe('sidebars', () => {
  const sidebars = {
    merchant: [
      'Dashboard',
      'Reports',
      'Wallet',
      'Invoices',
      'Payment Links',
      'Point of Sale',
      'Transactions',
      'Send Payment',
      'Settings',
      'Security',
    ],
    partner: ['Dashboard', 'Wallet', 'Transactions', 'Settings'],
    admin: [
      'Dashboard',
      'Merchants',
      'User Management',
      'Applications',
      'Partners',
      'Promo Codes',
      'Lightning Loop-Out',
      'Transactions',
      'Revenue',
      'Fees',
      'Brand',
      'Emails',
      'Audit Log',
      'System',
      'Security',
    ],
  }
  for (const [portal, names] of Object.entries(sidebars)) {
    test(`${portal}: the spec’s names in order, each with a page`, async ({ page, server }) => {
      await beSignedIn(page, server, portal as keyof typeof sidebars)
      await page.goto('/')
      const nav = page.getByRole('navigation', {
        name: portal.slice(0, 1).toUpperCase() + portal.slice(1),
        exact: true,
      })
      await expect(nav.getByRole('link')).toHaveText(names)
      await expect(nav.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
      for (const name of names) {
        await nav.getByRole('link', { name, exact: true }).click()
        await expect(heading(page)).not.toHaveText(notFound)
        await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
      }
      await expect(page.getByRole('region', { name: 'System Status' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Support chat' })).toHaveAttribute('href', '/contact')
      await expect(page.getByText(people[portal as keyof typeof sidebars], { exact: true })).toBeVisible()
      // The last entry must not be below a laptop's window, nor below who is signed in.
      await expect(page.getByRole('button', { name: 'Dark theme' })).toBeInViewport({ ratio: 1 })
      const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
      expect(await sidebar.evaluate((side) => side.scrollHeight - side.clientHeight)).toBe(0)
      await expect(page.getByRole('region', { name: 'Balance', exact: true })).toHaveCount(
        portal === 'merchant' ? 1 : 0,
      )
    })
  }

  test('the status block matches /api/status', async ({ page, server }) => {
    const status = (await (await fetch(`${server.url}/api/status`)).json()) as Record<string, object>
    let reachable = true
    await page.route('**/api/status', (route) =>
      route.fulfill({
        json: {
          ...status,
          engine: { ...status.engine, reachable, synced: true },
          chain: { height: 2016, tipAt: null },
        },
      }),
    )
    await beSignedIn(page, server, 'partner')
    await page.goto('/partner/transactions')
    const block = page.getByRole('region', { name: 'System Status' })
    await expect(block.getByText('Connected', { exact: true })).toBeVisible()
    await expect(block.getByText('Network Synced')).toBeVisible()
    await expect(block.getByText('2,016')).toBeVisible()
    reachable = false
    await page.reload()
    await expect(block.getByText('Not connected')).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the menu slides in, navigates and closes', { tag: '@ci' }, async ({ page, server }) => {
    await beSignedIn(page, server, 'merchant')
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Wallet' })).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Wallet' })).toBeVisible()
    await menu.getByRole('link', { name: 'Wallet' }).click()
    await expect(heading(page)).toHaveText('Wallet')
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  })

  test('nothing is wider than the screen, and touch targets are large enough', async ({ page, server }) => {
    await beSignedIn(page, server, 'merchant')
    for (const path of ['/', '/merchant/settings', '/merchant/security', '/merchant/transactions']) {
      await page.goto(path)
      await expect(heading(page)).toBeVisible()
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, path).toBeLessThanOrEqual(0)
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main button, main a.btn, header button')]
          .filter((part) => part.offsetParent && part.getBoundingClientRect().height < 36)
          .map((part) => part.textContent),
      )
      expect(small, path).toEqual([])
    }
  })

  test('the button of the test bar can be pressed over 44 pixels', async ({ page }) => {
    await page.goto('/status')
    const button = page.getByRole('button', { name: 'Mine a block' })
    const isPressed = (fromMiddle: number) =>
      button.evaluate((part, y) => {
        const { left, width, top, height } = part.getBoundingClientRect()
        return part.contains(document.elementFromPoint(left + width / 2, top + height / 2 + y))
      }, fromMiddle)
    expect([await isPressed(-21), await isPressed(21)]).toEqual([true, true])
  })

  /** Labels and amounts that end outside of their place. */
  const endingOutside = async (page: Page) => {
    const texts = page.locator('.ledger .stencil, .ledger .fig, .sum dd')
    await expect(texts.filter({ hasText: '$' }).first()).toBeVisible()
    return texts.evaluateAll((all) =>
      all
        .filter((text) => {
          const range = document.createRange()
          range.selectNodeContents(text)
          const end = text.closest('.part, .sum')?.getBoundingClientRect().right ?? 0
          return range.getBoundingClientRect().right > end + 0.5
        })
        .map((text) => text.textContent),
    )
  }

  test('gross, fees and net are beside each other above transactions', async ({ page, server }) => {
    const { createInvoice } = await readyMerchant(server, 'merchant')
    const { invoiceId } = await createInvoice({ amount: '90.00' })
    await pay(server, invoiceId, 'lightning')
    await beSignedIn(page, server, 'merchant')
    await page.goto('/merchant/transactions')
    const sums = page.locator('.sums .part:not(.apart)')
    await expect(sums.locator('.money')).toHaveText([/\$/, /\$/, /\$/])
    const tops = await sums.evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    const signs = await sums.evaluateAll((parts) =>
      parts.map((part) => {
        const { content, display } = getComputedStyle(part, '::before')
        return display === 'none' ? 'hidden' : content.split(' / ')[0]
      }),
    )
    expect(signs).toEqual(['none', '"−"', '"="'])
    expect(await endingOutside(page)).toEqual([])
  })

  test('amounts of the wallet that add up end inside of their column', async ({ page, server }) => {
    const { createInvoice } = await readyMerchant(server, 'merchant')
    const { invoiceId } = await createInvoice({ amount: '900.00' })
    await pay(server, invoiceId, 'onchain')
    await beSignedIn(page, server, 'merchant')
    await page.goto('/merchant/wallet')
    // Beside three lines of words.
    await expect(page.locator('.sum > div').filter({ hasText: 'Not available yet' })).toContainText(/\$[1-9]/)
    expect(await endingOutside(page)).toEqual([])
  })

  test('labels and amounts of a partner’s sums end inside of their place', async ({ page, server }) => {
    await beSignedIn(page, server, 'partner')
    await page.goto('/partner/transactions')
    expect(await endingOutside(page)).toEqual([])
  })
})

test.describe('toasts', () => {
  test('a toast closes automatically after five seconds', async ({ page }) => {
    await page.clock.install()
    await page.goto('/login')
    await signIn(page, people.merchant, 'wrong')
    await expectToast(page, 'Login failed')
    await page.clock.runFor(4_000)
    await expect(toast(page)).toHaveCount(1)
    await page.clock.runFor(2_000)
    await expect(toast(page)).toHaveCount(0)
  })
})

test('the theme follows the system until it is chosen, and the choice is kept', { tag: '@ci' }, async ({
  page,
  server,
}) => {
  await beSignedIn(page, server, 'partner')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(html).toHaveAttribute('data-theme', 'dark')
})

test('with reduced motion nothing moves', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await beSignedIn(page, server, 'partner')
  await page.goto('/partner/settings')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1).length,
  )
  expect(moving).toBe(0)
})

test('by keyboard alone the sidebar is skipped and the content reached', async ({ page, server }) => {
  await beSignedIn(page, server, 'partner')
  await page.goto('/partner/settings')
  await expect(heading(page)).toBeVisible()
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await skip.focus()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a block is mined from the bar', async ({ page }) => {
  await page.goto('/login')
  const bar = page.getByRole('complementary', { name: 'Test mode' })
  const height = async () => Number((await bar.getByText(/^Block /).textContent())?.replace(/\D/g, ''))
  const before = await height()
  await bar.getByRole('button', { name: 'Mine a block' }).click()
  await expect.poll(height).toBeGreaterThan(before)
})

test('test mode is the first thing on every page', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  for (const path of ['/login', '/about', '/merchant/settings']) {
    await page.goto(path)
    const bar = page.getByRole('complementary', { name: 'Test mode' })
    await expect(bar).toContainText('Test mode. The money is not real.')
    expect(await bar.evaluate((part) => part.getBoundingClientRect().top)).toBe(0)
    await expect(bar.getByRole('button', { name: 'Mine a block' })).toBeVisible()
    await expect(bar.getByRole('link', { name: 'Sandbox' })).toHaveAttribute('href', '/sandbox')
  }
})
