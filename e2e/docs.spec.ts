import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, expectToast, test } from './fixtures.ts'

const chapters = [
  { path: '/docs', name: 'First payment', heading: 'Your first payment in five minutes' },
  { path: '/docs/webhooks', name: 'Webhooks', heading: 'Webhooks' },
  { path: '/docs/reference', name: 'Reference', heading: 'Reference' },
  { path: '/docs/errors', name: 'Errors', heading: 'Errors' },
  { path: '/docs/sandbox', name: 'Sandbox tools', heading: 'Sandbox tools' },
  { path: '/docs/plugins', name: 'Shop plugins', heading: 'Shop plugins' },
  { path: '/docs/embedding', name: 'Embedded checkout', heading: 'Embedded checkout' },
  { path: '/docs/point-of-sale', name: 'Point of sale', heading: 'Point of sale' },
  { path: '/docs/client', name: 'Client', heading: 'Client' },
  { path: '/docs/cli', name: 'Command line', heading: 'Command line' },
]

const createInvoice = 'POST /api/v1/invoices'

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Documentation' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search docs' })
/** The collapsed entry of a call in the reference. */
const callEntry = (page: Page, name: string) =>
  page.locator('.docs-call').filter({ has: page.getByRole('heading', { name, exact: true }) })

test('programs find every chapter as Markdown, with the operator’s address', { tag: '@core' }, async ({
  page,
  server,
}) => {
  const list = await page.request.get('/llms.txt')
  expect(list.headers()['content-type']).toContain('text/plain')
  const text = await list.text()
  for (const { path, heading } of chapters) {
    expect(text, path).toContain(`](${server.url}${path}.md)`)
    const chapter = await page.request.get(`${path}.md`)
    expect(chapter.headers()['content-type'], path).toContain('text/markdown')
    const markdown = await chapter.text()
    expect(markdown, path).toContain(`# ${heading}\n`)
    expect(markdown, path).not.toMatch(/PUBLIC_URL|<div|<span class/)
  }
})

test('the header links to the docs on a wide screen and in the phone menu', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Docs' }).click()
  await expect(page).toHaveURL('/docs')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Docs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your first payment in five minutes' })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Docs' })).toHaveAttribute('href', '/docs')
})

test('without scripts the docs can be read, opened and followed', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/docs')
  await expect(page.getByRole('heading', { level: 1, name: 'Your first payment in five minutes' })).toBeVisible()
  await expect(page.locator('.noscript')).toHaveCount(0)
  await expect(page.locator('[data-command=environment]')).toContainText(`BITQUAY_URL=${server.url}`)
  await expect(page.locator('[data-command=receiver] .code-keyword').first()).toBeVisible()
  await expect(field(page)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0)

  // Every next link leads to the next chapter, which marks itself in the navigation.
  for (const { name, heading } of chapters.slice(1)) {
    await page.locator('a[rel=next]').click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(sidebar(page).getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await expect(page.locator('a[rel=next]')).toHaveCount(0)
  await sidebar(page).getByRole('link', { name: 'Webhooks', exact: true }).click()
  for (const id of ['verify-node', 'verify-python', 'verify-php', 'verify-go'])
    await expect(page.locator(`[data-command=${id}]`)).toBeVisible()

  await page.locator('a[rel=next]').click()
  const call = callEntry(page, createInvoice)
  await expect(call).toBeHidden()
  await page.getByRole('heading', { level: 2, name: 'Invoices' }).click()
  await call.getByRole('heading', { level: 3 }).click()
  await expect(call.getByText('checkoutLink').last()).toBeHidden()
  await call.locator('summary', { hasText: 'Response' }).click()
  await expect(call.getByText('checkoutLink').last()).toBeVisible()
  await call.getByRole('link', { name: 'idempotency-key-reused' }).click()
  await expect(page.getByText('Another request used this key.')).toBeInViewport()
  await context.close()
})

test('a link to a call opens it, with scripts and without', { tag: '@ci' }, async ({ browser, page, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const plain = await context.newPage()
  for (const each of [page, plain]) {
    await each.goto('/docs/reference#post-api-v1-invoices')
    await expect(callEntry(each, createInvoice).getByRole('link', { name: 'Link to this call' })).toBeInViewport()
    const contents = each.getByRole('navigation', { name: 'On this page' })
    await contents.getByRole('link', { name: 'List invoices', exact: true }).click()
    await expect(each).toHaveURL('/docs/reference#get-api-v1-invoices')
    await expect(callEntry(each, 'GET /api/v1/invoices').locator('[data-command]')).toBeInViewport()
  }
  await context.close()
})

test('the search finds a part and opens it by keyboard', { tag: '@ci' }, async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/docs')
  await expect(page.locator('#root[data-drawn]')).toBeVisible()
  await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  const isIndex = (url: string) => url.includes('search-index')
  expect(loaded.filter(isIndex)).toEqual([])

  // The page is drawn before its scripts have run, and nobody hears a key before.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type('invoices')
  const options = page.getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  expect(loaded.filter(isIndex)).toHaveLength(1)
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await field(page).fill('xyzzy plugh')
  await expect(page.getByText('No results for “xyzzy plugh”.')).toBeVisible()
  await field(page).fill(createInvoice)
  await expect(options.first()).toContainText(createInvoice)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/docs/reference#post-api-v1-invoices')
  await expect(callEntry(page, createInvoice).getByRole('link', { name: 'Link to this call' })).toBeInViewport()
  await expect(options).toHaveCount(0)
})

test('the copy button copies the code with this address', async ({ context, page, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/docs')
  await page
    .locator('figure', { has: page.locator('[data-command=environment]') })
    .getByRole('button', { name: /^Copy/ })
    .click()
  await expectToast(page, 'Copied', 'Shell copied to clipboard')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `export BITQUAY_URL=${server.url}\nexport BITQUAY_KEY=your-key`,
  )
})

test('the contents of a page are beside it on wide screens only', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/docs/webhooks')
  await expect(page.locator('#root[data-drawn]')).toBeVisible()
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'Catch up' }).click()
  await expect(page.getByRole('heading', { name: 'Catch up' })).toBeInViewport()
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(contents).toBeHidden()
})

const expectNoFault = async (page: Page, path: string) => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))]),
    path,
  ).toEqual([])
}

/** Two of the six variants. The long run checks all of them. */
const sampled = (colorScheme: string, width: number) => (colorScheme === 'dark' ? width === 390 : width === 1440)

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 768, 1440]) {
    const variant = `${colorScheme}, ${width} px${sampled(colorScheme, width) ? '' : ' @long'}`

    test(`every chapter has no violation and no horizontal scroll: ${variant}`, async ({ page }) => {
      test.slow()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      for (const { path, heading } of chapters) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await page.evaluate(() => {
          for (const each of document.querySelectorAll('details')) each.open = true
        })
        await expectNoFault(page, path)
      }
    })

    test(`the search results have no violation and no horizontal scroll: ${variant}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/docs')
      await field(page).fill('invoice')
      await expect(page.getByRole('option').first()).toBeVisible()
      await expectNoFault(page, '/docs')
    })
  }
}
