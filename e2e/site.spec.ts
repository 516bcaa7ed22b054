import { AxeBuilder } from '@axe-core/playwright'
import { beSignedIn, expect, test } from './fixtures.ts'

const pages = [
  { path: '/', title: 'Bitquay: accept Bitcoin, keep the keys', heading: /Accept Bitcoin\.\s*Keep the keys\./ },
  { path: '/about', title: 'About · Bitquay', heading: 'Bitcoin payments that go straight to you' },
  { path: '/contact', title: 'Contact · Bitquay', heading: 'Talk to a person' },
  { path: '/terms', title: 'Terms of Service · Bitquay', heading: 'Terms of Service' },
  { path: '/privacy', title: 'Privacy Policy · Bitquay', heading: 'Privacy Policy' },
  { path: '/get-started', title: 'Get Started · Bitquay', heading: "What's your business name?" },
]

/** Every page in one of its four variants. The long run checks all of them. */
const sampled = (path: string, colorScheme: 'light' | 'dark', width: number) =>
  path === '/' || path === '/get-started'
    ? (colorScheme === 'light') === (width === 1440)
    : colorScheme === 'dark' && width === 390

test.describe('the public pages', () => {
  for (const { path, title, heading } of pages) {
    test(`${path} has a title and a description and is public`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page).toHaveTitle(title)
      await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', title)
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{50}/)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`))
    })

    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [390, 1440]) {
        test(`${path} has no accessibility violation and no horizontal scroll: ${colorScheme}, ${width} px${sampled(path, colorScheme, width) ? '' : ' @long'}`, async ({
          page,
        }) => {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.setViewportSize({ width, height: 900 })
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
          await page.waitForLoadState('networkidle')
          expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
            0,
          )
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])).toEqual([])
        })
      }
    }
  }

  test('all have a title, a description and an image without scripts, and are in the sitemap', async ({
    request,
    server,
  }) => {
    const map = await (await request.get('/sitemap.xml')).text()
    for (const { path, title } of pages) {
      const html = await (await request.get(path)).text()
      expect(html, path).toContain(`<title>${title}</title>`)
      expect(html, path).toContain(`<meta property="og:title" content="${title}" />`)
      expect(html, path).toContain(`<link rel="canonical" href="${server.url}${path}" />`)
      expect(html, path).toMatch(/<meta name="description" content="[^"]{50,}" \/>/)
      expect(html, path).toMatch(/<meta property="og:description" content="[^"]{50,}" \/>/)
      expect(html, path).not.toContain('noindex')
      expect(map, path).toContain(`<loc>${server.url}${path}</loc>`)
    }
    expect(await (await request.get('/login')).text()).toContain('<meta name="robots" content="noindex" />')
    expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${server.url}/sitemap.xml`)
    for (const [path, type] of [
      ['/preview.png', 'image/png'],
      ['/favicon.svg', 'image/svg+xml'],
      ['/favicon.ico', 'image/x-icon'],
      ['/apple-touch-icon.png', 'image/png'],
    ] as const)
      expect((await request.get(path)).headers()['content-type']).toBe(type)
  })

  test('content is there without scripts and stays unchanged when they start', { tag: '@core' }, async ({
    browser,
    page,
    server,
  }) => {
    const without = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
    const plain = await without.newPage()
    for (const { path, heading } of pages.filter((read) => read.path !== '/get-started')) {
      await plain.goto(path)
      await expect(plain.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(plain.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toBeVisible()
      await page.goto(path)
      const drawn = page.locator('#root[data-drawn]').getByRole('heading', { level: 1, name: heading })
      await expect(drawn).toBeVisible()
      await expect(page.locator('.fee-awaited')).toHaveCount(0)
      // React discards a tree that differs from the prerendered one, and the page logs it.
      await page.getByRole('contentinfo').getByRole('button', { name: 'Dark' }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await page.getByRole('contentinfo').getByRole('button', { name: 'Light' }).click()
    }
    await plain.goto('/')
    await expect(plain.getByRole('link', { name: 'Create a Merchant Account' })).toBeVisible()
    await without.close()
  })

  test('with real money, no page shows test mode before or after its scripts run', async ({ page }) => {
    await page.route('/about', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ body: (await answer.text()).replace('data-mode="sandbox"', 'data-mode="live"') })
    })
    await page.route('**/assets/main-*.js', () => undefined)
    await page.goto('/about', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('The money is not real.')).toBeHidden()
    await page.unroute('**/assets/main-*.js')
    await page.goto('/about')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('The money is not real.')).toHaveCount(0)
  })

  test('a signed-in person never sees the page prerendered for visitors', async ({ page, server }) => {
    await beSignedIn(page, server, 'merchant')
    await page.route('**/assets/main-*.js', () => undefined)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.locator('#root[data-drawn] h1')).toBeAttached()
    await expect(page.locator('#root[data-drawn] h1')).toBeHidden()
    await page.unroute('**/assets/main-*.js')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: /Kestrel/ })).toBeVisible()
  })

  for (const path of ['/nowhere', '/merchant/dashboard', '/admin', '/partner/wallet']) {
    test(`signed out, ${path} shows the landing page`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('link', { name: 'Create a Merchant Account' })).toBeVisible()
    })
  }

  test('a section of the landing page links to another page', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Pricing', exact: true }).click()
    await expect(page).toHaveURL('/#pricing')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  })

  test('an anchor scrolls its section below the fixed bar', async ({ page }) => {
    await page.goto('/about')
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByRole('link', { name: 'Get Started Today' })).toBeInViewport()
    await expect(page.getByRole('banner')).toBeInViewport()
  })

  test('the phone menu opens, and Escape closes it', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu.getByRole('link', { name: 'Sign In' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  })

  test('the legal pages are complete, dated and link home', async ({ page }) => {
    for (const [path, sections] of [
      ['/terms', 15],
      ['/privacy', 12],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('navigation', { name: 'Contents' }).getByRole('listitem')).toHaveCount(sections)
      await expect(page.locator('.legal-text section h2')).toHaveCount(sections)
      await expect(page.getByText('Last updated July 3, 2025')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
    }
  })

  test('about and contact have their links', async ({ page }) => {
    await page.goto('/about')
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/get-started')
    await expect(main.getByRole('link', { name: 'Learn More' })).toHaveAttribute('href', '/')
    for (const value of [
      'Security First',
      'Transparency',
      'Customer Success',
      'Bitcoin Native',
      'Innovation',
      'Accessibility',
    ]) {
      await expect(page.getByRole('heading', { name: value })).toBeVisible()
    }
    await page.goto('/contact')
    await expect(page.locator('a[href^="mailto:"][href$="?subject=Sales%20Inquiry"]')).toBeVisible()
    await expect(page.locator('a[href^="mailto:"][href$="?subject=Technical%20Support"]')).toBeVisible()
    await expect(page.locator('.questions dt')).toHaveCount(4)
    await expect(page.getByRole('main').getByRole('link', { name: 'Create Account' })).toHaveAttribute(
      'href',
      '/get-started',
    )
  })
})

test.describe('the fees on the landing page', () => {
  const schedule = (platformFeePercent: number) => ({
    invoiceProcessingPercent: 6,
    platformFeePercent,
    partnerPoolPercent: 1,
    withdrawalFeePercent: 0,
    partnerWithdrawalFeePercent: 0,
    effectiveFrom: '2025-01-01T00:00:00.000Z',
  })

  test('match the schedule', { tag: '@ci' }, async ({ page }) => {
    await page.route('**/api/fees', (route) =>
      route.fulfill({
        json: { current: schedule(3), next: { ...schedule(2.5), effectiveFrom: '2026-01-01T12:00:00.000Z' } },
      }),
    )
    await page.goto('/')
    await expect(page.getByRole('heading', { name: /Of every \$100,\s*you keep \$96/ })).toBeVisible()
    await expect(page.getByText('From Jan 1, 2026: 3.5% on payments received, 0% on withdrawals.')).toBeVisible()
    await page.goto('/terms')
    await expect(page.getByText('Payments that you receive cost 4%: a platform fee of 3% and 1%')).toBeVisible()
  })

  test('are not shown while the schedule cannot be loaded, and appear when it can', async ({ page }) => {
    let answers = false
    await page.route('**/api/fees', (route) =>
      answers
        ? route.fulfill({ json: { current: schedule(3), next: null } })
        : route.fulfill({ status: 503, json: {} }),
    )
    await page.goto('/')
    const pricing = page.locator('#pricing')
    await expect(pricing.getByText('Couldn’t load the fees.')).toBeVisible()
    await expect(pricing).not.toContainText('%')
    await expect(pricing).not.toContainText('$96')
    answers = true
    await pricing.getByRole('button', { name: 'Try Again' }).click()
    await expect(pricing.getByRole('heading', { name: /you keep \$96/ })).toBeVisible()
  })
})
